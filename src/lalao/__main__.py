"""``python -m lalao`` is the command ``lalao``."""

from lalao.cli import main

if __name__ == "__main__":
    main()
