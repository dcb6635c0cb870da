#!/bin/sh
# The compiler of `cargo xtask test` (RUSTC_WORKSPACE_WRAPPER): clippy's driver, but plain rustc for a library that other crates
# link. Cargo compiles every library twice, once more with its tests; that one is linted and holds all code of the other, and
# nothing waits for it (decision 0070).
case " $* " in
*" --test "*) exec clippy-driver "$@" ;;
*" --crate-type lib "*) exec "$@" ;;
*) exec clippy-driver "$@" ;;
esac
