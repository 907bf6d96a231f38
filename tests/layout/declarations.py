"""The functions that a C header declares, as far as its words tell: no preprocessor is run."""
import re


def without_noise(text):
    """The text without comments, literals and preprocessor lines."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"//[^\n]*", " ", text)
    text = re.sub(r"\\\n", " ", text)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"^\s*#[^\n]*", " ", text, flags=re.M)
    return re.sub(r'extern\s+""\s*\{', " ", text)


def without_bodies(text):
    """The text without what is in braces: members, enumerators, bodies of inline functions."""
    result = []
    depth = 0
    for char in text:
        depth += char == "{"
        if depth == 0:
            result.append(char)
        if char == "}" and depth > 0:
            depth -= 1
            if depth == 0:
                result.append("{}")
    return "".join(result)


def declared_functions(path):
    """Names of the functions that the header declares and does not define."""
    with open(path, encoding="utf-8") as file:
        text = without_bodies(without_noise(file.read()))
    text = re.sub(r"__attribute__\s*\(\(.*?\)\)\s*(?=;|[a-z_A-Z])", " ", text, flags=re.S)
    names = set()
    # What ends in a body is no declaration; it ends there, not at the next semicolon.
    for statement in re.split(r";|(?<=\))\s*\{\}", text):
        # A macro that makes declarations may stand before one without a semicolon.
        statement = re.sub(r"^\s*(?:[A-Z][A-Z_0-9]*\s*\([^()]*\)\s*)+(?=\S)", "", statement.strip())
        found = re.match(r"^(?:[A-Za-z_]\w*[\s*]+)+([A-Za-z_]\w*)\s*\(", statement)
        if found and not re.match(r"^(typedef|static|_Static_assert)\b", statement):
            names.add(found.group(1))
    return names
