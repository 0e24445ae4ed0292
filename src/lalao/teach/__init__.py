"""What a teacher learns from the games that pupils have played, and a game looked at again."""

from lalao.teach.progress import Tally, by_pupil, by_week, of_class, progress_view
from lalao.teach.reviewing import Review, review

__all__ = ["Review", "Tally", "by_pupil", "by_week", "of_class", "progress_view", "review"]
