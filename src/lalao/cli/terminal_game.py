"""A game played in the terminal: the board, prompts, narration, taking back, saving."""

import os
import shlex
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from lalao.cli.files import write_whole
from lalao.cli.games import show_sheet
from lalao.cli.terminal import ask, columns, order_meant, order_named, remembered, tell, tell_list
from lalao.engine import Player, player
from lalao.engine.levels import strongest
from lalao.errors import FileError, LalaoError, NotationError, TooLargeError
from lalao.locale import Translator, later
from lalao.locale.events import ended, narrate
from lalao.record import Record, write

MOST_LISTED = 40


class TerminalGame:
    """One game between two players; it is saved to a file after every move, so that nothing is lost."""

    def __init__(
        self,
        record: Record,
        players: tuple[Player, ...],
        words: Translator,
        files: list[Path],
        choose: Callable[[Player, Record], Any] = Player.choose_in,
    ) -> None:
        """Take the record, the players (first: South or White), and the files that the game came from.

        `choose` returns the move that a player chooses in a record.
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
        return self.players[0 if self.record.last.position.to_move.is_first else 1]

    def play(self) -> None:
        """Play to the end of the game, or until the user quits."""
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
        tell(self.words(sentence, None, **blanks))

    def show(self) -> None:
        """Print the board with the last move marked and, for a human to move, the legal moves."""
        node = self.record.last
        picture = node.position.picture(node.move, legal=self.turn.is_human and node.position.outcome is None)
        click.echo(f"\n{picture.draw(self.words, columns())}\n")

    def ask(self) -> bool:
        """Ask for moves or orders until a move is played or taken back; return False if the user quits."""
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
        """Let the computer move and return True; where perfect play is out of reach the strongest level moves."""
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
        """Play a move, narrate it, save the game and show the board."""
        before = self.record.last.position
        events, _ = before.turn(move)
        self.record.play(move)
        tell(narrate(before.to_move, events, self.words))
        self.keep()
        self.show()

    def keep(self) -> None:
        """Save the game in the user's folder; where that fails, say so once and go on without saving."""
        if not self.keeps:
            return
        try:
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.kept, write(self.record))
        except (OSError, FileError):
            self.keeps = False
            self.say("This game cannot be saved automatically here: use save.")

    def tell_kept(self) -> None:
        """Print where the game is saved and how to continue it, if there is anything to continue."""
        if self.record.moves() and self.keeps:
            command = f"{os.environ.get('LALAO_COMMAND', 'lalao')} play {shlex.quote(str(self.kept))}"
            tell(self.words("Game saved. To resume: {command}", command=command), whole=command)

    def list_moves(self, _: str = "") -> bool:
        """Print the legal moves, at most `MOST_LISTED`; return True: the game goes on."""
        moves = [str(move) for move in self.record.last.position.legal_moves()]
        more = [f"… ({len(moves)})"] if len(moves) > MOST_LISTED else []
        self.say("Legal moves:")
        tell_list(moves[:MOST_LISTED] + more)
        return True

    def board(self, _: str) -> bool:
        self.show()
        return True

    def help(self, _: str) -> bool:
        """Print the goal of the game, how moves are written, and the orders."""
        orders = ", ".join(self.words(name) for name in self.orders)
        self.say("Goal: {goal}", goal=self.record.game.goal)
        tell(self.words.say(self.record.game.notation))
        self.say("Write a move, or one of: {orders}.", orders=orders)
        return True

    def rules(self, _: str) -> bool:
        """Print the rule sheet of the game."""
        show_sheet(self.record.game, self.words)
        return True

    def undo(self, _: str) -> bool:
        """Take back the last move; against the computer, go on until it is the same player's turn again."""
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
        """Print a hint: a perfect move where the game can be solved, else that of the strongest level."""
        game = self.record.game
        try:
            move = self.choose(player("perfect", game), self.record)
        except TooLargeError:
            move = self.choose(player(strongest(game), game), self.record)
        self.say("Hint: {move}", move=move)
        return True

    def save(self, name: str) -> bool:
        """Save the record to a file, but never replace one that does not belong to this game."""
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
        """Print where the game is saved, and return False to end it."""
        self.tell_kept()
        return False
