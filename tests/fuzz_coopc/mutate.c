/* Changes of an input that keep most of it OpenCL C: bytes at random die in the lexer.
 *
 * The text is cut into tokens with the white space before them. Tokens and whole statements are swapped,
 * doubled, left out, replaced, wrapped into control statements, hidden in macros, and taken over from other
 * inputs. */
#include <stdlib.h>
#include <string.h>

#include "coopc/text/lex.h"
#include "words.h"

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t length, size_t capacity);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t capacity, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *left, size_t left_length, const uint8_t *right,
                                 size_t right_length, uint8_t *out, size_t capacity, unsigned seed);

static uint64_t random_state;

static size_t below(size_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return limit == 0 ? 0 : (size_t)(random_state >> 33) % limit;
}

static void start_random(unsigned seed)
{
    random_state = seed * 2654435761u + 1;
    (void)below(1);
}

/* --- pieces of text --- */

struct piece {
    size_t begin;
    size_t end;
};

struct pieces {
    const char *text;
    size_t length;
    struct tokens tokens;
};

static void cut(struct pieces *pieces, const uint8_t *bytes, size_t length)
{
    char *text = string_slice((const char *)bytes, length);

    memset(pieces, 0, sizeof *pieces);
    pieces->text = text;
    pieces->length = length;
    lex(&pieces->tokens, text, 0, length);
}

static size_t count_of(const struct pieces *pieces)
{
    return pieces->tokens.list.count;
}

/* Some tokens in a row. */
static struct piece some_tokens(const struct pieces *pieces, size_t at_most)
{
    size_t first = below(count_of(pieces));
    size_t last = first + below(at_most);

    if (last >= count_of(pieces)) {
        last = count_of(pieces) - 1;
    }
    return (struct piece){pieces->tokens.list.items[first].begin, pieces->tokens.list.items[last].end};
}

static bool ends_statement(const struct pieces *pieces, size_t index)
{
    return token_is(&pieces->tokens, index, ";") || token_is(&pieces->tokens, index, "{") ||
           token_is(&pieces->tokens, index, "}") || pieces->tokens.list.items[index].kind == TOKEN_DIRECTIVE;
}

/* What looks like a statement: from behind one that ends to the end of the next, brackets matched. */
static struct piece some_statement(const struct pieces *pieces)
{
    size_t count = count_of(pieces);
    size_t first = below(count);
    size_t last;

    for (size_t i = 0; i < count && first > 0 && !ends_statement(pieces, first - 1); i++) {
        first--;
    }
    last = first;
    while (last + 1 < count && !token_is(&pieces->tokens, last, ";") &&
           !token_is(&pieces->tokens, last, "}")) {
        bool is_block = token_is(&pieces->tokens, last, "{");
        if (is_block || token_is(&pieces->tokens, last, "(")) {
            size_t close = token_match(&pieces->tokens, last, count);
            if (close >= count) {
                break;
            }
            last = close;
            if (is_block) {
                break;
            }
        }
        last++;
    }
    last = last < count ? last : count - 1;
    return (struct piece){pieces->tokens.list.items[first].begin, pieces->tokens.list.items[last].end};
}

/* A place between statements. */
static size_t some_seam(const struct pieces *pieces)
{
    return some_statement(pieces).begin;
}

/* --- writing --- */

struct writer {
    char *bytes;
    size_t length;
    size_t capacity;
};

static void put(struct writer *writer, const char *bytes, size_t length)
{
    size_t room = writer->capacity - writer->length;

    length = length < room ? length : room;
    memcpy(writer->bytes + writer->length, bytes, length);
    writer->length += length;
}

static void put_string(struct writer *writer, const char *string)
{
    put(writer, string, strlen(string));
}

static void put_range(struct writer *writer, const struct pieces *pieces, size_t begin, size_t end)
{
    if (begin < end) {
        put(writer, pieces->text + begin, end - begin);
    }
}

static void put_piece(struct writer *writer, const struct pieces *pieces, struct piece piece)
{
    put_range(writer, pieces, piece.begin, piece.end);
}

/* The text with `piece` replaced by before, the piece itself if wanted, and after. */
static void put_replaced(struct writer *writer, const struct pieces *pieces, struct piece piece,
                         const char *before, bool keeps, const char *after)
{
    put_range(writer, pieces, 0, piece.begin);
    put_string(writer, before);
    if (keeps) {
        put_piece(writer, pieces, piece);
    }
    put_string(writer, after);
    put_range(writer, pieces, piece.end, pieces->length);
}

/* --- the changes --- */

static void swap_pieces(struct writer *writer, const struct pieces *pieces, struct piece a, struct piece b)
{
    struct piece first = a.begin < b.begin ? a : b;
    struct piece second = a.begin < b.begin ? b : a;

    if (first.end > second.begin) {
        put_range(writer, pieces, 0, pieces->length);
        return;
    }
    put_range(writer, pieces, 0, first.begin);
    put_piece(writer, pieces, second);
    put_range(writer, pieces, first.end, second.begin);
    put_piece(writer, pieces, first);
    put_range(writer, pieces, second.end, pieces->length);
}

/* A copy of a piece of `from` at a place of `to`. */
static void insert_piece(struct writer *writer, const struct pieces *to, size_t at, const struct pieces *from,
                         struct piece piece)
{
    put_range(writer, to, 0, at);
    put_piece(writer, from, piece);
    put_string(writer, "\n");
    put_range(writer, to, at, to->length);
}

/* Puts the piece into the body of a macro at the top, in lines that go on, and the macro's name in its
 * place. */
static void hide_in_macro(struct writer *writer, const struct pieces *pieces, struct piece piece)
{
    char name[] = "HIDDEN_0";

    name[sizeof name - 2] = (char)('0' + below(10));
    put_string(writer, "#define ");
    put_string(writer, name);
    put_string(writer, below(3) == 0 ? "(x) do { " : " ");
    for (size_t i = piece.begin; i < piece.end; i++) {
        put_string(writer, pieces->text[i] == '\n' ? "\\" : "");
        put(writer, pieces->text + i, 1);
    }
    put_string(writer, below(3) == 0 ? " } while (0)\n" : "\n");
    put_range(writer, pieces, 0, piece.begin);
    put_string(writer, name);
    put_string(writer, below(3) == 0 ? "(n);" : below(2) == 0 ? ";" : "");
    put_range(writer, pieces, piece.end, pieces->length);
}

static void wrap(struct writer *writer, const struct pieces *pieces, struct piece piece)
{
    const struct wrapping *wrapping = &wrappings[below(wrapping_count)];

    put_replaced(writer, pieces, piece, wrapping->before, true, wrapping->after);
}

static void change(struct writer *writer, const struct pieces *pieces)
{
    struct piece piece;

    switch (below(12)) {
    case 0:
        swap_pieces(writer, pieces, some_tokens(pieces, 1), some_tokens(pieces, 1));
        break;
    case 1:
        swap_pieces(writer, pieces, some_statement(pieces), some_statement(pieces));
        break;
    case 2:
        piece = some_tokens(pieces, 8);
        insert_piece(writer, pieces, piece.end, pieces, piece);
        break;
    case 3:
        put_replaced(writer, pieces, some_tokens(pieces, 4), "", false, "");
        break;
    case 4:
        put_replaced(writer, pieces, some_statement(pieces), "", false, "");
        break;
    case 5:
        put_replaced(writer, pieces, some_tokens(pieces, 1), words[below(word_count)], false, " ");
        break;
    case 6:
        piece = some_tokens(pieces, 1);
        put_replaced(writer, pieces, piece, " ", true, words[below(word_count)]);
        break;
    case 7:
        insert_piece(writer, pieces, some_seam(pieces), pieces, some_statement(pieces));
        break;
    case 8:
        piece.begin = piece.end = some_seam(pieces);
        put_replaced(writer, pieces, piece, statements[below(statement_count)], false, "\n");
        break;
    case 9:
        wrap(writer, pieces, some_statement(pieces));
        break;
    case 10:
        hide_in_macro(writer, pieces, below(2) == 0 ? some_statement(pieces) : some_tokens(pieces, 6));
        break;
    default:
        piece = some_tokens(pieces, 1);
        put_range(writer, pieces, 0, piece.begin);
        put_piece(writer, pieces, some_tokens(pieces, 1));
        put_range(writer, pieces, piece.end, pieces->length);
        break;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t capacity, unsigned seed)
{
    size_t changes;

    start_random(seed);
    if (length == 0 || below(8) == 0) {
        return LLVMFuzzerMutate(bytes, length, capacity);
    }
    for (changes = 1 + below(3); changes > 0; changes--) {
        struct writer writer = {.capacity = capacity};
        struct pieces pieces;
        cut(&pieces, bytes, length);
        if (count_of(&pieces) == 0) {
            break;
        }
        writer.bytes = memory_allocate(capacity + 1);
        change(&writer, &pieces);
        memcpy(bytes, writer.bytes, writer.length);
        length = writer.length;
        memory_release();
    }
    memory_release();
    return length;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *left, size_t left_length, const uint8_t *right,
                                 size_t right_length, uint8_t *out, size_t capacity, unsigned seed)
{
    struct writer writer = {.bytes = (char *)out, .capacity = capacity};
    struct pieces a;
    struct pieces b;

    start_random(seed);
    cut(&a, left, left_length);
    cut(&b, right, right_length);
    if (count_of(&a) == 0 || count_of(&b) == 0) {
        put(&writer, (const char *)left, left_length);
    } else {
        insert_piece(&writer, &a, some_seam(&a), &b, some_statement(&b));
    }
    memory_release();
    return writer.length;
}
