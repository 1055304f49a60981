"""`workings check`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from workings.doors.check import Request
    from workings.doors.settings import Settings

INTERRUPTED = 130  # the exit code after Ctrl-C
FORMATS = ("full", "concise", "json", "github", "sarif", "html", "csv")


@click.command("check", short_help="Judge every stated value in files and folders.")
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option("--given", metavar="FILE", help="Bind names from another document, such as the problem sheet.")
@click.option("--output-format", type=click.Choice(FORMATS), help="How findings are written. [default: full]")
@click.option("-o", "--output-file", metavar="FILE", help="Write to a file instead of the terminal.")
@click.option("--strict/--no-strict", default=None, help="Fail on everything that is not simply right.")
@click.option("--statistics", is_flag=True, help="Count findings by rule instead of showing them.")
@click.option(
    "--select", multiple=True, metavar="RULES", help="Report only these rules, families or verdicts."
)
@click.option("--ignore", multiple=True, metavar="RULES", help="Leave these rules, families or verdicts out.")
@click.option("--exclude", multiple=True, metavar="PATTERN", help="Leave out files and folders that match.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Check N files at a time.")
@click.option("--config", metavar="FILE", help="Take the settings from this file.")
@click.option("--stdin-filename", metavar="NAME", help="The name that standard input goes by.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.option("--fix", "fixing", is_flag=True, help="Mend rounding, and wrong values that nothing leans on.")
@click.option(
    "--unsafe-fixes", "unsafe", is_flag=True, help="Mend wrong values with all that was carried from them."
)
@click.option("--diff", is_flag=True, help="Show what would be fixed, and write nothing.")
@click.option("--labs", is_flag=True, help="Run the labs that comments such as <!-- lab: own-key --> name.")
@click.option("--watch", "watching", is_flag=True, help="Check again whenever a file changes.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Show rounding, carried, undecided and unread claims too."
)
def command(paths: tuple[str, ...], watching: bool, **options: Any) -> None:
    """Judge every stated value in PATHS: files, folders, patterns, or - for standard input.

    Exits with 0 if nothing was found, 1 for findings, 2 if something could not be done.
    """
    from workings.doors import check as door
    from workings.doors.settings import SettingsError

    try:
        request = _request(paths or (".",), options)
    except SettingsError as problem:
        click.echo(f"error: {problem}", err=True)
        sys.exit(door.TROUBLE)
    if request.statistics and request.settings.output_format in ("json", "sarif", "html", "csv"):
        raise click.UsageError(
            "--statistics does not go with json, sarif, html or csv, which hold the counts already"
        )
    if request.statistics and request.wish and request.wish.diff:
        raise click.UsageError("--statistics does not go with --diff")
    if request.labs and request.wish:
        raise click.UsageError("--labs does not go with --fix, --unsafe-fixes or --diff")
    if watching and request.wish:
        raise click.UsageError("--watch does not go with --fix, --unsafe-fixes or --diff")
    if watching:
        _watch(request)
        return
    try:
        code = door.check(request)
    except KeyboardInterrupt:
        _leave()
    sys.exit(code)


def _leave() -> NoReturn:
    """End at once, as shells expect after Ctrl-C, without waiting for other processes to be joined."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C changes nothing
    sys.stdout.flush()
    click.echo("interrupted", err=True)
    sys.stderr.flush()
    os._exit(INTERRUPTED)


def _request(paths: tuple[str, ...], options: dict[str, Any]) -> Request:
    from workings.doors.check import Request
    from workings.doors.fixes import Wish

    stdin_name = options["stdin_filename"]
    start = next((path for path in paths if path != "-"), stdin_name or ".")
    return Request(
        paths=paths,
        settings=_settings(start, options),
        colour=wants_colour(options["color"], options["output_file"]),
        verbose=options["verbose"],
        statistics=options["statistics"],
        output_file=options["output_file"],
        stdin_name=stdin_name or "-",
        wish=Wish(options["unsafe"], options["diff"], sys.stdout.isatty()) if _wants_fixes(options) else None,
        labs=options["labs"],
        trace=options["verbose"] or os.environ.get("WORKINGS_DEBUG") == "1",
    )


def _wants_fixes(options: dict[str, Any]) -> bool:
    return bool(options["fixing"] or options["unsafe"] or options["diff"])


def _settings(start: str, options: dict[str, Any]) -> Settings:
    """The settings of the project, with those of the command line over them."""
    from dataclasses import replace

    from workings.doors.settings import find_settings, read_settings

    config = options["config"]
    settings = read_settings(config) if config else find_settings(start)
    said: dict[str, Any] = {
        "select": _names(options["select"]) or settings.select,
        "ignore": settings.ignore + _names(options["ignore"]),
        "exclude": settings.exclude + options["exclude"],
    }
    said |= {
        key: options[key] for key in ("strict", "output_format", "given", "jobs") if options[key] is not None
    }
    return replace(settings, **said)


def _names(values: tuple[str, ...]) -> tuple[str, ...]:
    """Names given apart or with commas between them."""
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def wants_colour(choice: str, output_file: str | None = None) -> bool:
    """Whether what is written on the terminal is coloured, as asked or as the terminal can."""
    if choice != "auto":
        return choice == "always"
    if output_file or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def _watch(request: Request) -> None:
    from time import sleep

    from workings.doors.check import check
    from workings.doors.files import find
    from workings.doors.watching import watch

    if "-" in request.paths:
        raise click.UsageError("--watch needs files, standard input comes once")

    def files() -> tuple[str, ...]:
        given = (request.settings.given,) if request.settings.given else ()
        return find(request.paths, request.settings.exclude).files + given

    def run() -> None:
        click.clear()
        check(request)

    watch(files, run, sleep)
