"""``python -m lalao.print`` reads a sheet as JSON and writes it as PDF: the server runs it in a process of its own."""

import json
import sys

from lalao.print.making import pdf


def main() -> None:
    """Read a sheet as JSON from the standard input, and write its PDF to the standard output."""
    sys.stdout.buffer.write(pdf(json.load(sys.stdin.buffer)))


if __name__ == "__main__":
    main()
