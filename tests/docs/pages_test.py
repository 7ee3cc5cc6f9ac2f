#!/usr/bin/env python3
"""What README.md and the pages of docs show is true: every command prints what stands below it, programs are those of
examples/, links lead somewhere, files that are named exist, no line of prose is longer than 120 columns.

A block ```console holds commands behind "$ " and their output; it runs in an empty folder, with the polyfork command
in the path. ```console nocheck marks output that varies. A block ```cpp that begins with `// examples/NAME.cpp` goes
on with text of that file."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ["POLYFORK_SOURCE_DIR"])
COMMAND = Path(os.environ["POLYFORK_COMMAND"])
PAGES = [SOURCE / "README.md", SOURCE / "CHANGELOG.md", SOURCE / "CONTRIBUTING.md", *sorted(SOURCE.glob("docs/**/*.md"))]
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.S | re.M)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FOLDERS = ["apps", "bench", "cmake", "docs", "examples", "include", "scripts", "src", "tests"]
FILE = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./-]+|[\w./-]*\w\.(?:cpp|hpp|inl|cu|py)")


def steps(text):
    """Pairs of a command, which may go on behind a backslash, and its output."""
    result, lines = [], text.splitlines(keepends=True)
    while lines:
        line = lines.pop(0)
        if line.startswith("$ "):
            command = line[2:]
            while command.rstrip().endswith("\\"):
                command += lines.pop(0)
            result.append([command.rstrip("\n"), ""])
        else:
            result[-1][1] += line
    return result


def anchors(page):
    """The names of a page's headings in links."""
    headings = re.findall(r"^#+ (.*)$", re.sub(BLOCK, "", page.read_text()), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


class Pages(unittest.TestCase):
    maxDiff = None

    def test_commands_print_what_is_shown(self):
        checked = 0
        for page in PAGES:
            for kind, text in BLOCK.findall(page.read_text()):
                if kind.strip() != "console":
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    environment = dict(os.environ, PATH=f"{COMMAND.parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
                    for command, shown in steps(text):
                        run = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True,
                                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
                        with self.subTest(page=page.name, command=command):
                            self.assertEqual(run.stdout, shown)
                        checked += 1
        self.assertGreater(checked, 20)

    def test_programs_are_examples(self):
        checked = 0
        for page in PAGES:
            for kind, text in BLOCK.findall(page.read_text()):
                named = re.match(r"// (examples/\w+\.cpp)\n", text)
                if kind.strip() == "cpp" and named:
                    example = (SOURCE / named.group(1)).read_text()
                    with self.subTest(page=page.name, program=named.group(1)):
                        shown = text[named.end():].strip()
                        self.assertGreater(len(shown.splitlines()), 2)
                        self.assertIn(shown, example)
                    checked += 1
        self.assertGreater(checked, 0)

    def test_links_lead_somewhere(self):
        for page in PAGES:
            for link in LINK.findall(re.sub(BLOCK, "", page.read_text())):
                if re.match(r"[a-z]+:", link):
                    continue
                path, _, anchor = link.partition("#")
                target = (page.parent / path).resolve() if path else page
                with self.subTest(page=page.name, link=link):
                    self.assertTrue(target.exists())
                    if anchor and target.suffix == ".md":
                        self.assertIn(anchor, anchors(target))

    def test_files_exist(self):
        """What is in backticks or diagrams and looks like a file or folder of this tree is one: named from the root, or
        by the end of its path. Patterns with <name>, * or {a,b} are left out."""
        tree = "".join(f"/{path.relative_to(SOURCE)}\n" for folder in FOLDERS
                       for path in [SOURCE / folder, *(SOURCE / folder).rglob("*")])
        checked = 0
        for page in PAGES:
            text = page.read_text()
            diagrams = [block for kind, block in BLOCK.findall(text) if not kind.strip()]
            spans = re.findall(r"`([^`\n]+)`", re.sub(BLOCK, "", text))
            for word in re.split(r"[\s,;:()\"']+", " ".join(spans + diagrams)):
                name = word.removeprefix("<polyfork/").rstrip("/.>")
                if not FILE.fullmatch(name):
                    continue
                with self.subTest(page=page.name, file=name):
                    self.assertTrue(f"/{name}\n" in tree)
                checked += 1
        self.assertGreater(checked, 300)

    def test_lines_fit(self):
        for page in PAGES:
            text = re.sub(BLOCK, "", page.read_text())
            for line in text.splitlines():
                if len(line) > 120 and not line.startswith(("|", "    ")) and "](" not in line:
                    self.fail(f"{page.name}: {line}")

    def test_the_first_page_is_short(self):
        self.assertLessEqual(len((SOURCE / "README.md").read_text().splitlines()), 130)


if __name__ == "__main__":
    unittest.main()
