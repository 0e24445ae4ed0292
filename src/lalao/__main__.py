"""``python -m lalao`` is the command ``lalao``."""

from lalao.cli import run

if __name__ == "__main__":
    run()
