"""`python -m symproofs` is the command `symproofs`."""

from __future__ import annotations

from symproofs.command_line import main

if __name__ == "__main__":
    main(prog_name="symproofs")
