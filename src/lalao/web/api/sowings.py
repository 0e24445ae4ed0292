"""Sowings to be foretold, by HTTP; the pupil's progress stays on the device: nothing of it is sent here."""

from functools import cache
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao.board.picture import RowPicture
from lalao.errors import Phrase
from lalao.locale import Translator, words
from lalao.teach.foretelling import Foretold, rungs
from lalao.web.api.lessons import ShownTask
from lalao.web.requests import answering, language, made_json


class ShownSowing(msgspec.Struct):
    """A sowing to be foretold: its game, and what is asked, in the form of a step of a lesson."""

    game: str
    task: ShownTask


class ShownRung(msgspec.Struct):
    """Sowings that are equally hard to foretell: all take `laps` laps and, where that is one, sow `seeds` seeds."""

    laps: int
    seeds: int
    sowings: list[ShownSowing]


class ShownRungs(msgspec.Struct):
    """The sowings of a family to be foretold, the easiest first; none where nothing is sown."""

    family: str
    rungs: list[ShownRung]


def question(sowing: Foretold) -> Phrase:
    """Return the sentence that asks where the last seed falls."""
    picture = sowing.position.picture()
    assert isinstance(picture, RowPicture)  # only what lies in pits is sown
    labels = {pit.place: pit.label for row in picture.rows for pit in row}
    pit, *towards = (labels[place] for place in sowing.path)
    if towards:
        return Phrase("You sow pit {pit} towards pit {next}. Where does the last seed fall?", pit=pit, next=towards[0])
    return Phrase("You play pit {pit}. Where does the last seed fall?", pit=pit)


def sowing_view(sowing: Foretold, told: Translator) -> ShownSowing:
    """Describe a sowing."""
    said = told.say(question(sowing))
    task = ShownTask(str(sowing.position), "predict", "ends", said, (sowing.ends,), sowing.move, (), "")
    return ShownSowing(sowing.position.game.id, task)


@cache
def climbed(family: str, told: str) -> bytes:
    """Describe all sowings of a family in a language, as JSON."""
    say = words(told)
    views = [
        ShownRung(rung[0].laps, rung[0].seeds, [sowing_view(each, say) for each in rung]) for rung in rungs(family)
    ]
    return msgspec.json.encode(ShownRungs(family, views))


async def all_rungs(request: Request) -> Annotated[Response, ShownRungs]:
    """Answer with the sowings of a family to be foretold, rung by rung, the easiest first."""
    return made_json(climbed(request.path_params["family"], language(request)))


ROUTES = [Route("/api/sowings/{family}", answering(all_rungs))]
