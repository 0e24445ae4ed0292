"""The commands of ``lalao``: the line of help of each, and the example that its help ends with."""

from lalao.locale import later

GROUPS = {
    later("Play"): {
        "play": later("Play a game in the terminal."),
        "serve": later("Serve the games to browsers, on this machine or the class network."),
        "games": later("List the games and their ids."),
        "rules": later("Print the rules of a game."),
        "show": later("Show a position as text, or draw it as SVG."),
        "moves": later("List the legal moves, each with the position it leads to."),
        "replay": later("Replay moves or a record, and say how the game ended."),
        "help": later("Show this help, or that of a command."),
    },
    later("Teach"): {
        "explain": later("Explain why a move is good or bad: its effect, its refutation, a better move."),
        "lessons": later("List the lessons, or check one that you have written."),
        "review": later("Review games: the costliest moves, better ones, and good moves."),
        "annotate": later("Write into records what a review says: marks on moves, sentences, better lines."),
        "tournament": later("Let scripted pupils play a tournament."),
        "puzzles": later("Make puzzles, positions with one good move, or choose among those that come with Lalao."),
        "referee": later("Name the legal move between two boards, or the mistake."),
        "progress": later("Report pupils' progress by week, from the records of their games."),
        "print": later(
            "Print boards, positions, rules, puzzles, slips, score sheets, certificates or the teacher's guide, as PDF."
        ),
    },
    later("Solve and analyse"): {
        "solve": later("Solve a position: its exact value, and that of every move."),
        "prove": later("Prove whether a side can force a win of Fanorona, from a position."),
        "verify": later("Check a certificate of lalao prove with rules and tables alone."),
        "analyse": later("Search a position, and show the best lines as they are found."),
        "convert": later(
            "Read and write games in other notations (moves, FGN, squares, Ludii), or as moving pictures."
        ),
        "openings": later("List the moves played from a position in records, with results."),
        "atlas": later("Tabulate all rows up to a size: outcomes, nimbers or canonical forms."),
        "fair": later("List the layouts on which it is hardest to choose who starts, and to win then."),
        "results": later("List Lalao's results, or recompute and compare them."),
        "book": later("List, edit and extend an opening book of your own, with several moves a position."),
        "tables": later("Build, check and probe the endgame tables of Fanorona."),
    },
    later("For programs and experiments"): {
        "match": later("Play a match between two players, each first in half of the games."),
        "engine": later("Speak the line protocol of engines on standard input and output, for every game."),
        "perft": later("Count the sequences of moves of a given length."),
        "bench": later("Time the kernels beside their plain-Python references, on one core."),
    },
}
"""The commands by purpose: the title of each group, and its commands, each with a line of help."""

COMMANDS = {name: line for commands in GROUPS.values() for name, line in commands.items()}

EXAMPLES = {
    "play": "lalao play fanorona-dimy",
    "serve": "lalao serve --lan",
    "games": "lalao games --json",
    "rules": "lalao rules fang --lang fr",
    "show": "lalao show fang '0.1.1.1.1.1.1.0 5+5 S'",
    "moves": "lalao moves fanorona",
    "replay": "lalao replay fang-4 2 2",
    "help": "lalao help solve",
    "explain": "lalao explain fang-4 '1.1.3.2 0+1 N' 3",
    "lessons": "lalao lessons list",
    "review": "lalao review game.lalao",
    "annotate": "lalao annotate game.lalao",
    "tournament": "lalao tournament simulate --format poules --game fang --pupils 6 --seed 1",
    "puzzles": "lalao puzzles make fafy --count 3 --seed 1",
    "referee": "lalao referee fang-4 '0.1.1.0 3+3 S' '1.1.1.0 2+3'",
    "progress": "lalao progress game.lalao",
    "print": "lalao print rules fang --out rules.pdf",
    "solve": "lalao solve fafy-impartial '1.2.2.1.1.2.2.1 S'",
    "prove": "lalao prove fanorona-dimy --expansions 100000",
    "verify": "lalao verify proof.cert",
    "analyse": "lalao analyse fanorona --time 5 --lines 3",
    "convert": "lalao convert game.lalao",
    "openings": "lalao openings game.lalao",
    "atlas": "lalao atlas fafy --pits 3 --per-pit 3",
    "fair": "lalao fair fafy --pits 4",
    "results": "lalao results list",
    "book": "lalao book list my.book",
    "tables": "lalao tables build fanorona --pieces 4",
    "match": "lalao match level:3 greedy fang --games 20 --seed 1",
    "engine": "lalao engine",
    "perft": "lalao perft fanorona 3",
    "bench": "lalao bench",
}
