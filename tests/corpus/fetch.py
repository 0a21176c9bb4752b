"""Debian source packages, fetched once into .cache/ of the checkout and unpacked there.

The machine's own package sources are copied with `Types: deb-src` into a private folder, so that
nothing of the system changes and no other address is ever used."""

import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

import harness
from harness import Skip

CACHE = harness.ROOT / ".cache" / "corpus"


def apt(*arguments, cwd=None, timeout=900):
    """apt-get with package lists of our own."""
    private = CACHE / "apt"
    options = ["-o", "Dir::Etc::sourcelist=/dev/null",
               "-o", f"Dir::Etc::sourceparts={private / 'sources'}",
               "-o", f"Dir::State::lists={private / 'lists'}", "-o", "APT::Sandbox::User=root",
               "-o", f"Dir::Cache={private / 'cache'}", "-o", "Acquire::Retries=2"]
    return harness.run(["apt-get", "-q", *options, *arguments], cwd=cwd, timeout=timeout)


def private_lists():
    """Makes the private source lists and reads the package index, once."""
    private = CACHE / "apt"
    done = private / "updated"
    if done.exists():
        return
    for name in ("sources", "lists/partial", "cache/archives/partial"):
        (private / name).mkdir(parents=True, exist_ok=True)
    system = pathlib.Path("/etc/apt")
    for path in system.glob("sources.list.d/*.sources"):
        text = re.sub(r"(?m)^Types:.*$", "Types: deb-src", path.read_text())
        (private / "sources" / path.name).write_text(text)
    for path in [system / "sources.list", *system.glob("sources.list.d/*.list")]:
        if path.exists():
            lines = [re.sub(r"^deb\s", "deb-src ", line) for line in path.read_text().split("\n")]
            (private / "sources" / (path.stem + ".list")).write_text("\n".join(lines))
    print("corpus: reading the index of source packages", file=sys.stderr)
    outcome = apt("update")
    found = any("Sources" in p.name for p in (private / "lists").iterdir())
    if outcome.status != 0 or not found:
        raise Skip("offline: the index of Debian source packages cannot be read")
    done.touch()


def unpack(folder, into):
    """Unpacks the upstream tar file and, where there is one, Debian's patches."""
    description = next(folder.glob("*.dsc"), None)
    if description and shutil.which("dpkg-source"):
        outcome = harness.run(["dpkg-source", "--no-check", "-x", description.name, into], cwd=folder)
        if outcome.status == 0:
            return
        shutil.rmtree(into, ignore_errors=True)
    into.mkdir()
    for archive in sorted(folder.glob("*.orig*.tar.*")):
        if archive.suffix == ".asc":
            continue
        with tarfile.open(archive) as tar:
            tar.extractall(into)
    inner = list(into.iterdir())
    if len(inner) == 1:
        inner[0].rename(into.parent / "inner")
        into.rmdir()
        (into.parent / "inner").rename(into)


def source(package):
    """The unpacked source of a package; never written to by the tests."""
    tree = CACHE / "packages" / package / "tree"
    if tree.exists():
        return tree
    private_lists()
    folder = tree.parent
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    print(f"corpus: fetching {package}", file=sys.stderr)
    outcome = apt("source", "--download-only", package, cwd=folder)
    if outcome.status != 0:
        outcome = apt("source", "--download-only", "--tar-only", package, cwd=folder)
    if outcome.status != 0:
        shutil.rmtree(folder)
        raise Skip(f"offline: the source package {package} cannot be fetched")
    try:
        unpack(folder, folder / "unpacked")
    except (OSError, subprocess.SubprocessError, tarfile.TarError) as trouble:
        raise Skip(f"the source package {package} cannot be unpacked: {trouble}") from trouble
    (folder / "unpacked").rename(tree)
    return tree
