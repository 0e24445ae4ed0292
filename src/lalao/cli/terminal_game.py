"""The table where a game is played: it shows, asks, narrates, takes back and keeps."""

import os
import shlex
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from lalao.cli.asking import ask, order_meant, order_named, remembered
from lalao.cli.files import write_whole
from lalao.cli.rules import show_sheet
from lalao.cli.terminal import columns, tell, tell_list
from lalao.engine import Player, player
from lalao.engine.levels import strongest
from lalao.errors import FileError, LalaoError, NotationError, TooLargeError
from lalao.locale import Translator, later
from lalao.locale.endings import ended
from lalao.locale.events import narrate
from lalao.record import Record, write

MOST_LISTED = 40


class TerminalGame:
    """One game between two players; every move played is kept in a file, so that nothing is lost."""

    def __init__(
        self,
        record: Record,
        players: tuple[Player, ...],
        words: Translator,
        files: list[Path],
        choose: Callable[[Player, Record], Any] = Player.choose_in,
    ) -> None:
        """Sit the players down: first (South or White), second; `files` are those that the game came from.

        `choose` lets one of them choose a move.
        """
        self.record = record
        self.players = players
        self.words = words
        self.choose = choose
        moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        self.kept = Path(click.get_app_dir("lalao")) / "games" / f"{moment}-{record.game.id}.lalao"
        self.files = {self.kept, *files}
        self.keeps = True
        self.orders: dict[str, Callable[[str], bool]] = {
            later("undo"): self.undo,
            later("hint"): self.hint,
            later("save"): self.save,
            later("moves"): self.list_moves,
            later("board"): self.board,
            later("rules"): self.rules,
            later("help"): self.help,
            later("quit"): self.quit,
        }

    @property
    def turn(self) -> Player:
        """Whose turn it is."""
        return self.players[0 if self.record.last.position.to_move.is_first else 1]

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        with remembered("play"):
            self._play()

    def _play(self) -> None:
        first, second = (one.title for one in self.players)
        self.say("{game}: {first} against {second}.", game=self.record.game.title, first=first, second=second)
        if any(one.is_human for one in self.players):
            self.help("")
        self.show()
        while self.record.outcome() is None:
            if not (self.ask() if self.turn.is_human else self.answer()):
                return
        outcome = self.record.outcome()
        if outcome:
            tell(ended(outcome, self.words))
        self.tell_kept()

    def say(self, sentence: str, **blanks: object) -> None:
        """Print a sentence in the user's language."""
        tell(self.words(sentence, None, **blanks))

    def show(self) -> None:
        """Draw the board with the last move and, for a human, what may be played."""
        node = self.record.last
        picture = node.position.picture(node.move, legal=self.turn.is_human and node.position.outcome is None)
        click.echo(f"\n{picture.draw(self.words, columns())}\n")

    def ask(self) -> bool:
        """Ask the human for a move or an order; tell whether the game goes on."""
        self.list_moves("")
        here = self.record.last
        while self.record.last is here:
            text = ask(self.words("{side}> ", side=here.position.to_move))
            if text is None:
                click.echo()
                return self.quit("")
            order = order_named(text, self.orders, self.words)
            if order:
                if not order(text.partition(" ")[2].strip()):
                    return False
            elif text:
                self._move(text)
        return True

    def _move(self, text: str) -> None:
        try:
            move = self.record.last.position.guess(text)
        except LalaoError as error:
            tell(self.words.say(error))
            meant = order_meant(text, self.orders, self.words)
            if meant and isinstance(error, NotationError):
                self.say("Did you mean {order}?", order=meant)
        else:
            self.put(move)

    def answer(self) -> bool:
        """Let the computer move; where perfect play is out of reach the strongest level takes over."""
        position = self.record.last.position
        try:
            move = self.choose(self.turn, self.record)
        except TooLargeError as error:
            tell(self.words.say(error))
            move = self.choose(player(strongest(position.game), position.game), self.record)
        click.echo(f"{self.words.say(position.to_move)}> {move}")
        self.put(move)
        return True

    def put(self, move: Any) -> None:
        """Play a move, tell it, show the board, keep the game."""
        before = self.record.last.position
        events, _ = before.turn(move)
        self.record.play(move)
        tell(narrate(before.to_move, events, self.words))
        self.keep()
        self.show()

    def keep(self) -> None:
        """Keep the game so far beside the user's settings; a machine that forbids it is told once, and play goes on."""
        if not self.keeps:
            return
        try:
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.kept, write(self.record))
        except (OSError, FileError):
            self.keeps = False
            self.say("This game cannot be kept on this machine: use the word save.")

    def tell_kept(self) -> None:
        """Say where the game is kept, and how to go on with it."""
        if self.record.moves() and self.keeps:
            command = f"{os.environ.get('LALAO_COMMAND', 'lalao')} play {shlex.quote(str(self.kept))}"
            tell(self.words("The game is kept. To open it again: {command}", command=command), whole=command)

    def list_moves(self, _: str = "") -> bool:
        """List the legal moves, all or the first of many."""
        moves = [str(move) for move in self.record.last.position.legal_moves()]
        more = [f"… ({len(moves)})"] if len(moves) > MOST_LISTED else []
        self.say("Legal moves:")
        tell_list(moves[:MOST_LISTED] + more)
        return True

    def board(self, _: str) -> bool:
        """Draw the board again."""
        self.show()
        return True

    def help(self, _: str) -> bool:
        """Say what to reach, how a move is written, and which orders there are."""
        orders = ", ".join(self.words(name) for name in self.orders)
        self.say("Goal: {goal}", goal=self.record.game.goal)
        tell(self.words.say(self.record.game.notation))
        self.say("Write a move, or one of: {orders}.", orders=orders)
        return True

    def rules(self, _: str) -> bool:
        """Show the rule sheet."""
        show_sheet(self.record.game, self.words)
        return True

    def undo(self, _: str) -> bool:
        """Take moves back until it is the same human's turn, or as far as there are."""
        turn, alone = self.turn, any(not one.is_human for one in self.players)
        if not self.record.undo():
            self.say("There is no move to take back.")
            return True
        while alone and self.turn is not turn and self.record.undo():
            pass
        self.keep()
        self.show()
        return True

    def hint(self, _: str) -> bool:
        """Propose a move: a perfect one where the game is small enough, else the strongest level's."""
        game = self.record.game
        try:
            move = self.choose(player("perfect", game), self.record)
        except TooLargeError:
            move = self.choose(player(strongest(game), game), self.record)
        self.say("Hint: {move}", move=move)
        return True

    def save(self, name: str) -> bool:
        """Write the record to a file; never over one that this game did not write."""
        path = Path(name)
        if not name:
            self.say("Write a file's name after the word: save game.lalao")
        elif os.path.exists(path) and path not in self.files:
            self.say("'{file}' is there already: choose another name", file=name)
        else:
            try:
                write_whole(path, write(self.record))
            except FileError as error:
                tell(self.words.say(error))
            else:
                self.files.add(path)
                self.say("Saved in {file}.", file=name)
        return True

    def quit(self, _: str) -> bool:
        """Leave, saying where the game is kept."""
        self.tell_kept()
        return False
