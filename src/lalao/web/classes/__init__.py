"""Classes: pupils and their teacher, who plays at which table, what came of it.

`classroom` is a class as a plain object; `host` ties it to who is connected and to its tables, `registry` finds the
hosts; `view` says what each is shown; `files` writes what is taken away; `api` is its HTTP.
"""
