"""What programs write to a terminal."""

import os


def read_all(ours):
    """The bytes that came to our side of a pseudo-terminal, whose other side has been closed; closes ours."""
    text = b""
    try:
        while block := os.read(ours, 4096):
            text += block
    except OSError:  # Linux says so that the other side is closed
        pass
    os.close(ours)
    return text
