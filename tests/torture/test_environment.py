"""The environment: the next one is built beside it, and a working one is never lost."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tools import environment as env
from tools import installers
from tools.environment import UnusableError, layout, python_of
from tools.installers import FailedError, Installer, OfflineError, Pip, Uv, entry
from tools.meter import Meter

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and programs are other things there")
WRITTEN = """#!/bin/sh\nexec "{python}" -c "print('here')"\n"""


class Copying(Installer):
    """A stub installer: writes a package per line of the pins, with a program that calls the environment."""

    made: list["Copying"] = []  # noqa: RUF012  each test sets its own
    failing: Exception | None = None

    def make(self) -> None:
        programs, packages = layout(self.folder)
        programs.mkdir(parents=True)
        packages.mkdir(parents=True)
        python_of(self.folder).symlink_to(sys.executable)
        self.fetched: list[str] = []
        self.made.append(self)

    def install(self, pins: Path) -> None:
        programs, packages = layout(self.folder)
        if self.failing:
            raise self.failing
        for line in pins.read_text().splitlines():
            name = line.partition("==")[0]
            if not (packages / f"{line.replace('==', '-')}.dist-info").exists():
                self.fetched.append(line)
                self.remove([name])
                (packages / name / "tests").mkdir(parents=True)
                (packages / name / "__init__.py").write_text(line)
                (packages / f"{line.replace('==', '-')}.dist-info").mkdir()
                (programs / name).write_text(WRITTEN.format(python=python_of(self.folder)))
                (programs / name).chmod(0o755)

    def install_own(self, root: Path) -> None:
        path = layout(self.folder)[1] / "_lalao.pth"
        path.unlink(missing_ok=True)
        path.write_text(f"{root / 'src'}\n")

    def remove(self, names: list[str]) -> None:
        programs, packages = layout(self.folder)
        for name in names:
            for path in (*packages.glob(f"{name}-*"), packages / name):
                subprocess.run(["rm", "-rf", path], check=True)
            (programs / name).unlink(missing_ok=True)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay out a small project in a folder with blanks and accents; packages are installed by `Copying`."""
    place = tmp_path / "jeux d'été"
    (place / "src").mkdir(parents=True)
    (place / "requirements").mkdir()
    (place / "pyproject.toml").write_text('[project]\nname = "lalao"\nversion = "1"\n')
    for name, pins in (("play", "a==1\n"), ("test", "a==1\nb==1\n"), ("dev", "a==1\nb==1\nc==1\n")):
        (place / "requirements" / f"{name}.txt").write_text(pins)
    put(place, monkeypatch)
    monkeypatch.setattr(Copying, "made", [])
    monkeypatch.setattr(env, "installer", Copying)
    monkeypatch.setattr(env, "NEEDED", {"play": "json", "test": "json", "dev": "json"})
    return place


def put(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "ROOT", place)
    monkeypatch.setattr(env, "PINS", place / "requirements")
    for name, folder in (("VENV", ".venv"), ("NEW", ".vnew"), ("OLD", ".vold"), ("LOCK", ".vlock")):
        monkeypatch.setattr(env, name, place / folder)


def says(place: Path, name: str) -> str:
    """Return what a program of the environment prints: that it has found its Python."""
    return subprocess.run([layout(place / ".venv")[0] / name], capture_output=True, text=True, check=True).stdout


def folders(place: Path) -> set[str]:
    return {path.name for path in place.iterdir() if path.name.startswith(".v")}


def change(place: Path, name: str, pins: str) -> None:
    (place / "requirements" / f"{name}.txt").write_text(pins)


def test_it_is_made_once(root: Path) -> None:
    assert not env.is_set_up("play")
    env.set_up("play", "setting up")
    env.set_up("play", "setting up")
    assert [tool.fetched for tool in Copying.made] == [["a==1"]]
    assert env.is_set_up("play")
    assert not env.is_set_up("test")
    assert folders(root) == {".venv", ".vlock"}
    assert says(root, "a") == "here\n"
    assert not (layout(root / ".venv")[1] / "a" / "tests").exists()


def test_tests_add_to_what_is_there_and_playing_shares_it(root: Path) -> None:
    env.set_up("play", "setting up")
    env.set_up("test", "setting up")
    assert [tool.fetched for tool in Copying.made] == [["a==1"], ["b==1"]]
    assert env.is_set_up("play")
    assert env.is_set_up("test")
    assert says(root, "a") == says(root, "b") == "here\n"


def test_only_what_has_changed_is_fetched(root: Path) -> None:
    env.set_up("test", "setting up")
    for name in env.SETS:
        change(root, name, (root / "requirements" / f"{name}.txt").read_text().replace("a==1", "a==2"))
    assert not env.is_set_up("play")
    env.set_up("play", "setting up")
    assert Copying.made[-1].fetched == ["a==2"]
    assert says(root, "b") == "here\n", "nothing is removed that a larger set names"


def test_what_no_pins_name_any_more_is_removed(root: Path) -> None:
    env.set_up("dev", "setting up")
    for name in env.SETS:
        pins = (root / "requirements" / f"{name}.txt").read_text()
        change(root, name, pins.replace("c==1\n", "").replace("a==1", "a==2"))
    env.set_up("play", "setting up")
    assert not (layout(root / ".venv")[1] / "c").exists()
    assert (layout(root / ".venv")[1] / "b").exists()


@pytest.mark.parametrize("error", [OfflineError("the network is not there"), FailedError("a is damaged")])
def test_what_fails_leaves_the_old_one(root: Path, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    env.set_up("play", "setting up")
    change(root, "play", "a==2\n")
    monkeypatch.setattr(Copying, "failing", error)
    with pytest.raises(UnusableError, match=str(error)):
        env.set_up("play", "setting up")
    assert folders(root) == {".venv", ".vlock"}
    assert says(root, "a") == "here\n"
    assert env.has("play")
    assert not env.has("test")
    assert (layout(root / ".venv")[1] / "a" / "__init__.py").read_text() == "a==1"


def test_what_does_not_work_takes_no_ones_place(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env.set_up("play", "setting up")
    change(root, "play", "a==2\n")
    monkeypatch.setitem(env.NEEDED, "play", "nothing_of_this_name")
    with pytest.raises(UnusableError, match="does not work"):
        env.set_up("play", "setting up")
    assert len(Copying.made) == 3, "tried with what was there, then from nothing"
    assert (layout(root / ".venv")[1] / "a" / "__init__.py").read_text() == "a==1"


def test_one_that_is_spoilt_is_made_from_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env.set_up("play", "setting up")
    (root / ".venv" / "lalao-play").write_text("another fingerprint")
    (layout(root / ".venv")[1] / "json.py").write_text("raise ImportError")
    monkeypatch.setattr(env, "works", lambda folder, _: not (layout(folder)[1] / "json.py").exists())
    env.set_up("play", "setting up")
    assert [tool.fetched for tool in Copying.made] == [["a==1"], [], ["a==1"]]


def test_files_are_shared_and_never_written_to(root: Path) -> None:
    env.set_up("play", "setting up")
    before = layout(root / ".venv")[1] / "a" / "__init__.py"
    kept = os.stat(before).st_ino
    text = (layout(root / ".venv")[0] / "a").read_text()
    env.set_up("test", "setting up")
    assert os.stat(before).st_ino == kept, "linked, not copied"
    assert (layout(root / ".venv")[0] / "a").read_text() == text


def killed_at(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill the set-up at a step: no clean-up runs, and the lock is released."""

    def stop(*_: object) -> None:
        raise SystemExit

    monkeypatch.setattr(env, "tidy", lambda: None)
    owner, _, name = step.rpartition(".")
    monkeypatch.setattr(Copying if owner else env, name, stop)
    with pytest.raises(SystemExit):
        env.set_up("play", "setting up")


@pytest.mark.parametrize("step", ["Copying.install", "Copying.install_own", "settle", "works"])
def test_one_that_is_killed_begins_again(root: Path, step: str) -> None:
    env.set_up("play", "setting up")
    change(root, "play", "a==2\n")
    with pytest.MonkeyPatch.context() as patch:
        killed_at(step, patch)
    assert ".vnew" in folders(root)
    assert says(root, "a") == "here\n"
    env.set_up("play", "setting up")
    assert folders(root) == {".venv", ".vlock"}
    assert (layout(root / ".venv")[1] / "a" / "__init__.py").read_text() == "a==2"


def test_one_killed_between_two_renames_gives_the_old_one_back(root: Path) -> None:
    env.set_up("play", "setting up")
    (root / ".venv").rename(root / ".vold")
    (root / ".vnew").mkdir()
    env.set_up("play", "setting up")
    assert len(Copying.made) == 1
    assert folders(root) == {".venv", ".vlock"}
    assert says(root, "a") == "here\n"


def test_the_folder_moves(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env.set_up("play", "setting up")
    moved = root.rename(root.with_name("ailleurs et plus loin"))
    put(moved, monkeypatch)
    assert env.is_set_up("play")
    with pytest.raises(subprocess.CalledProcessError):
        says(moved, "a")
    env.follow_the_folder()
    assert says(moved, "a") == "here\n"
    path = (layout(moved / ".venv")[1] / "_lalao.pth").read_text().strip()
    assert (layout(moved / ".venv")[1] / path).resolve() == moved / "src"


def test_only_what_matters_makes_it_anew(root: Path) -> None:
    env.set_up("play", "setting up")
    project = root / "pyproject.toml"
    project.write_text(project.read_text() + 'description = "other words"\n[tool.ruff]\nline-length = 80\n')
    assert env.is_set_up("play")
    project.write_text(project.read_text().replace('version = "1"', 'version = "2"'))
    assert not env.is_set_up("play")


def test_a_foreign_environment_is_left_alone(root: Path) -> None:
    (root / ".venv").mkdir()
    (root / ".venv" / "precious").write_text("")
    with pytest.raises(UnusableError, match="was not made by this command"):
        env.set_up("play", "setting up")
    assert (root / ".venv" / "precious").exists()


def test_two_wait_for_each_other(root: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from tools import environment as env\n"
        "env.LOCK = Path(sys.argv[1])\n"
        "with env.locked(): print('mine', flush=True); time.sleep(float(sys.argv[2]))"
    )

    def holding(seconds: float) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", code, str(root / ".vlock"), str(seconds)]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=Path(env.__file__).parent.parent)

    first = holding(60)
    assert first.stdout
    assert first.stdout.readline() == "mine\n"
    second = holding(0)
    assert second.stderr
    assert "waiting" in second.stderr.readline()
    assert second.poll() is None
    first.kill()
    assert second.communicate()[0] == "mine\n"
    first.communicate()


@pytest.fixture(params=["pip", "uv"])
def tool(request: pytest.FixtureRequest, root: Path) -> Callable[[str], Installer]:
    """Return a function that makes pip's, or uv's, installer, with a stub program in its place."""

    def made(program: str) -> Installer:
        found = root / "program"
        found.write_text(f"#!/bin/sh\n{program}\n")
        found.chmod(0o755)
        (root / "new").mkdir()
        meter = Meter("setting up")
        if request.param == "uv":
            return Uv(str(found), root / "new", Path(sys.executable), meter)
        return Pip(root / "new", found, meter)

    return made


PINS = "a==1 \\\n    --hash=sha256:00 \\\n    --hash=sha256:11\neditables==0.6 \\\n    --hash=sha256:22\nz==3\n"


def test_what_is_there_is_not_fetched(tool: Callable[[str], Installer], root: Path) -> None:
    change(root, "play", PINS)
    installer = tool(f'echo "$*" >> "{root}/asked"')
    (layout(root / "new")[1] / "a-1.dist-info").mkdir(parents=True)
    installer.install(root / "requirements" / "play.txt")
    (asked,) = (root / "asked").read_text().splitlines()
    assert installer.offline[0] in asked


def test_no_network_is_known_at_once(tool: Callable[[str], Installer], root: Path) -> None:
    change(root, "play", PINS)
    with pytest.raises(OfflineError, match="the network is not there"):
        tool("exit 1").install(root / "requirements" / "play.txt")


def test_a_network_that_swallows_everything_is_known_soon(
    tool: Callable[[str], Installer], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(root, "play", PINS)
    monkeypatch.setattr(installers, "PROBE_SECONDS", 1)
    begun = time.monotonic()
    with pytest.raises(OfflineError, match="very slow"):
        tool('case "$*" in *probe*) exec sleep 60;; *) exit 1;; esac').install(root / "requirements" / "play.txt")
    assert time.monotonic() - begun < 20


def test_a_step_that_fails_gives_its_reason(tool: Callable[[str], Installer]) -> None:
    with pytest.raises(FailedError, match=r"^installing Lalao failed: no room$"):
        tool("echo first; echo 'no room' >&2; echo; exit 3").install_own(Path("/nowhere"))


def test_one_entry_is_taken_from_the_pins(root: Path) -> None:
    change(root, "play", PINS)
    assert entry(root / "requirements" / "play.txt", "editables") == "editables==0.6 \\\n    --hash=sha256:22\n"
    with pytest.raises(FailedError, match="names no b"):
        entry(root / "requirements" / "play.txt", "b")


def test_the_line_tells_how_far_it_is(root: Path) -> None:
    meter = Meter("setting up")
    (root / "new").mkdir()
    pip = Pip(root / "new", Path(sys.executable), meter)
    meter.begin(3)
    for line in (
        "Ignoring colorama: markers 'sys_platform == \"win32\"' don't match your environment\n",
        "Collecting numpy==2.4.6 (from -r play.txt (line 7))\n",
        "  Downloading numpy-2.4.6-cp311-cp311-manylinux_2_27_x86_64.whl (16.9 MB)\n",
    ):
        pip.hear(line)
    assert meter.line().startswith("2 of 3 packages, 0 s: fetching numpy (16.9 MB)")
    uv = Uv("uv", root / "new", Path(sys.executable), meter)
    uv.hear("Downloading llvmlite (53.6MiB)\n")
    assert meter.doing == "fetching llvmlite (53.6MiB)"
