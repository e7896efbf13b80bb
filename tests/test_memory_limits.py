# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How much memory limits of the process and of its control groups leave.

Modules: `host/memory.py`, `host/memory_limits.py`.
"""

import sys

import pytest

from cugraph_biclique.host import memory
from cugraph_biclique.host.memory_limits import UNLIMITED, room

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
MIB = 1 << 20
NONE_IN_VERSION_1 = 0x7FFFFFFFFFFFF000


class System:
    """The files of a process, and of the control groups it is in."""

    def __init__(self, folder):
        self.folder, self.groups, self.mounts = folder, [], []
        self.write()

    def write(self):
        self.process = self.folder / "proc"
        self.process.mkdir(exist_ok=True)
        (self.process / "cgroup").write_text("".join(f"{g}\n" for g in self.groups))
        (self.process / "mountinfo").write_text("".join(f"{m}\n" for m in self.mounts))

    def mount(self, kind, root, options, path):
        point = self.folder / "mounted here" / kind
        point.mkdir(parents=True)
        written = str(point).replace(" ", "\\040")
        self.mounts.append(
            f"41 31 0:38 {root} {written} rw,relatime shared:9 - {kind} cgroup "
            f"rw,{options}"
        )
        self.groups.append(path)
        self.write()
        return point

    @property
    def room(self):
        return room(self.process)


@pytest.fixture
def system(tmp_path):
    return System(tmp_path)


def fill(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, value in files.items():
        (folder / name.replace("_", ".", 1)).write_text(f"{value}\n")


def limited(folder, most, used, cached=0):
    """A group of version 2 with a limit."""
    fill(folder, memory_max=most, memory_current=used, memory_high="max")
    (folder / "memory.stat").write_text(f"anon 5\ninactive_file {cached}\nfile 9\n")


def limited_in_version_1(folder, most, used, cached=0):
    fill(folder, memory_limit_in_bytes=most, memory_usage_in_bytes=used)
    (folder / "memory.stat").write_text(f"cache 7\ntotal_inactive_file {cached}\n")


def test_without_files_there_is_no_limit(tmp_path):
    assert room(tmp_path) == UNLIMITED


def test_groups_without_a_limit(system):
    point = system.mount("cgroup2", "/", "nsdelegate", "0::/a")
    limited(point / "a", "max", 5 * MIB)
    assert system.room == UNLIMITED


def test_the_group_of_the_process(system):
    point = system.mount("cgroup2", "/", "nsdelegate", "0::/a/b")
    limited(point / "a" / "b", 100 * MIB, 30 * MIB)
    limited(point / "a", "max", 500 * MIB)
    assert system.room == 70 * MIB


def test_a_group_around_it(system):
    point = system.mount("cgroup2", "/", "nsdelegate", "0::/a/b/c")
    limited(point / "a" / "b" / "c", "max", 30 * MIB)
    limited(point / "a" / "b", 100 * MIB, 90 * MIB)
    limited(point / "a", 500 * MIB, 200 * MIB)
    assert system.room == 10 * MIB


def test_pages_of_files_are_free(system):
    point = system.mount("cgroup2", "/", "nsdelegate", "0::/a")
    limited(point / "a", 100 * MIB, 90 * MIB, cached=60 * MIB)
    assert system.room == 70 * MIB


def test_a_process_is_slowed_down_before_its_limit(system):
    point = system.mount("cgroup2", "/", "nsdelegate", "0::/a")
    limited(point / "a", 100 * MIB, 30 * MIB)
    fill(point / "a", memory_high=50 * MIB)
    assert system.room == 20 * MIB


def test_a_group_that_is_full(system):
    point = system.mount("cgroup2", "/", "nsdelegate", "0::/a")
    limited(point / "a", 100 * MIB, 101 * MIB)
    assert system.room == 0


@pytest.mark.parametrize(
    ("root", "path"),
    [("/", "/"), ("/docker/1", "/docker/1"), ("/", "/../.."), ("/1", "/")],
)
def test_a_container_whose_group_is_mounted_as_the_outermost(system, root, path):
    point = system.mount("cgroup2", root, "nsdelegate", f"0::{path}")
    limited(point, 100 * MIB, 30 * MIB)
    assert system.room == 70 * MIB


def test_version_1_and_a_group_around(system):
    point = system.mount("cgroup", "/", "memory", "4:memory:/a/b")
    limited_in_version_1(point / "a" / "b", NONE_IN_VERSION_1, 30 * MIB)
    limited_in_version_1(point / "a", 100 * MIB, 80 * MIB, cached=15 * MIB)
    limited_in_version_1(point, NONE_IN_VERSION_1, 300 * MIB)
    assert system.room == 35 * MIB


def test_both_versions_at_once(system):
    old = system.mount("cgroup", "/", "memory", "4:cpu,memory:/a")
    new = system.mount("cgroup2", "/", "nsdelegate", "0::/b")
    limited_in_version_1(old / "a", 100 * MIB, 80 * MIB)
    limited(new / "b", 100 * MIB, 90 * MIB)
    assert system.room == 10 * MIB


def test_other_controllers_say_nothing(system):
    point = system.mount("cgroup", "/", "cpu,cpuacct", "3:cpu,cpuacct:/a")
    limited_in_version_1(point / "a", 100 * MIB, 80 * MIB)
    assert system.room == UNLIMITED


LIMITED = """
import resource
from cugraph_biclique.host.memory_limits import room
for limit in resource.RLIMIT_AS, resource.RLIMIT_DATA:
    soft, hard = resource.getrlimit(limit)
    for mib in 8192, 1:
        resource.setrlimit(limit, (mib << 20, hard))
        print(room())
    resource.setrlimit(limit, (soft, hard))
"""


@linux
def test_limits_of_the_process(python):
    large, none, large_too, none_either = map(int, python(LIMITED).split())
    assert 4096 * MIB < large < 8192 * MIB  # an interpreter takes less than half
    assert 4096 * MIB < large_too < 8192 * MIB
    assert none == none_either == 0


@linux
def test_free_memory_is_within_the_limits(monkeypatch):
    assert 0 < memory.free_memory() < UNLIMITED
    monkeypatch.setattr(memory, "room", lambda: 12345)
    assert memory.free_memory() == 12345
