import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gatherNotes } from "./gather-notes.ts";

const changes = join(import.meta.dirname, "../../changes");
const earlier =
  "# Changelog\n\n## 0.1.0 (unreleased)\n\n### Functions\n\n- One.\n  More of it.\n\n### Callers\n\n- Two.\n";

test("each note comes to the end of its section, and the version is released", () => {
  const notes = ["### Callers\n\n- Three.\n\n### New\n\n- Four.\n", "### Functions\n\n- Five.\n"];
  assert.equal(
    gatherNotes(earlier, "0.1.0", notes),
    "# Changelog\n\n## 0.1.0\n\n### Functions\n\n- One.\n  More of it.\n- Five.\n\n### Callers\n\n- Two.\n- Three.\n\n### New\n\n- Four.\n",
  );
});

test("another version comes above those that are released", () => {
  const released = earlier.replace(" (unreleased)", "");
  const text = gatherNotes(released, "0.2.0", ["### Callers\n\n- Three.\n"]);
  assert.equal(text, released.replace("## 0.1.0", "## 0.2.0\n\n### Callers\n\n- Three.\n\n## 0.1.0"));
});

test("a note without a section is refused", () => {
  assert.throws(() => gatherNotes(earlier, "0.1.0", ["- Nowhere."]), /must begin with a section.*Nowhere/);
});

test("the notes that wait in changes/ can be gathered", () => {
  const names = readdirSync(changes).filter((name) => name !== "README.md");
  gatherNotes(
    earlier,
    "0.1.0",
    names.map((name) => readFileSync(join(changes, name), "utf8")),
  );
});
