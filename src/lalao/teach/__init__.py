"""What a teacher learns from the games that pupils have played."""

from lalao.teach.progress import Tally, by_pupil, by_week, of_class, progress_view

__all__ = ["Tally", "by_pupil", "by_week", "of_class", "progress_view"]
