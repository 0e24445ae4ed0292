"""The pictures of the families for the first page: ``scene.svg`` in the folder of each that has one."""

from functools import cache

from lalao.locale import folders_of_games


@cache
def scene_of(family: str) -> bytes | None:
    """Return the picture of a family, or None where it has none."""
    for folder in folders_of_games():
        path = folder / "scene.svg"
        if folder.name == family and path.is_file():
            return path.read_bytes()
    return None
