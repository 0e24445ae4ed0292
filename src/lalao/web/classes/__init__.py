"""Classes: pupils and their teacher, who plays at which table, what came of it.

`classroom` is a class as a plain object; `lesson` hosts it and ties it to its tables; `view` says what each is shown;
`files` writes what is taken away; `api` is its HTTP.
"""
