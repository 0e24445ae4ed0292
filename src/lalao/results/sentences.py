"""The sentence of each method of results, with blanks for its arguments."""

from lalao.locale import later

SENTENCES = {
    "margin": later("{game}: who wins with best play of both, and by how much"),
    "winner": later("{game}: who wins with best play of both, and in how many turns"),
    "no_win_within": later("{game}: neither side can force a win within {plies} turns from the start"),
    "endgames": later("{game}: endgames won, drawn and lost, for each number of pieces"),
    "proof": later("{game}: whether {attacker} can force a win, with tables of {pieces} pieces"),
    "row_nimbers": later("{game}: nimbers of rows of {first} to {last} pits with {seeds} in each"),
    "row_forms": later("{game}: canonical forms of rows of 1 to {last} pits with {seeds} in each"),
    "row_outcomes": later("fafy-impartial-misere: who wins rows of 1 to {last} pits with {seeds} in each"),
    "misere_quotients": later("{game}: misère quotients of rows of 1 to {last} pits with {seeds} in each"),
    "lost_in_both": later(
        "{game}: rows of at most {pits} pits and {per_pit} seeds a pit lost in normal and misère play"
    ),
    "cake": later("{game}: how fair the cake rule is over all layouts of {pits} pits and {seeds} seeds"),
    "uniform_nimbers": later(
        "fafy-impartial: nimbers of s seeds in each of s + k pits, for k = 0 to {last} and every s ≥ k - 1"
    ),
    "last_replies": later(
        "fafy-impartial: 2s + 2 pits of s seeds, for s = 1 to {last}: is every first move answered by a last one?"
    ),
}
"""The sentence of each method of `lalao.results.methods`."""
