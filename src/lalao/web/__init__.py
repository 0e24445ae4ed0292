"""The server: rooms where matches are played, the pages that show them, and positions by HTTP.

`room` is plain: it is fed with messages and answers with entries of a journal. `lobby` hosts rooms, keeps their
journals and tells the connections; `engine_pool` asks other processes for moves and values: nothing here searches.
"""
