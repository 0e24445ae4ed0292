"""Naive references: slow, obvious second implementations of the games, written from RULES.md alone.

Each module works on text only and offers start, turns and result. Nothing here imports Lalao, so a
difference between the two means that one of them has misread the rules. Repetition and the quiet limits are
not judged here.
"""
