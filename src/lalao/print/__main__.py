"""``python -m lalao.print`` reads a sheet as JSON and writes it as PDF: for servers, which wait for nobody."""

import json
import sys

from lalao.print.making import pdf


def main() -> None:
    """Read, set, write."""
    sys.stdout.buffer.write(pdf(json.load(sys.stdin.buffer)))


if __name__ == "__main__":
    main()
