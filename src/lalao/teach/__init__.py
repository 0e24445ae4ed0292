"""Teaching: progress counted from the games of pupils, and the review of a game."""

from lalao.teach.progress import Tally, by_pupil, by_week, of_class, progress_view
from lalao.teach.reviewing import Review, review

__all__ = ["Review", "Tally", "by_pupil", "by_week", "of_class", "progress_view", "review"]
