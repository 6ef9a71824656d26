import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gatherNotes } from "./gather-notes.ts";

/** Moves the notes of `changes/` into CHANGELOG.md, below the version of package.json. */
const root = join(import.meta.dirname, "../..");
const folder = join(root, "changes");
const changelog = join(root, "CHANGELOG.md");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const files = readdirSync(folder)
  .filter((name) => name !== "README.md")
  .sort()
  .map((name) => join(folder, name));
const notes = files.map((file) => readFileSync(file, "utf8"));
writeFileSync(changelog, gatherNotes(readFileSync(changelog, "utf8"), version, notes));
for (const file of files) rmSync(file);
process.stdout.write(`${files.length} notes are in CHANGELOG.md below ${version}.\n`);
