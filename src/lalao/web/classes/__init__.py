"""Classes: pupils and their teacher, who plays at which table, and the results.

`classroom` is a class as a plain object; `host` ties it to its connections and its tables, `registry` finds the
hosts; `view` makes each reader's view; `files` writes the downloads; `api` is the HTTP interface.
"""
