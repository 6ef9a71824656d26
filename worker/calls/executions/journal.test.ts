import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { Journal } from "./journal.ts";

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-journal-"));
  folders.push(folder);
  return folder;
};
const sizeOf = (folder: string) =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** Reads and acknowledges everything in the journal. */
function drain(journal: Journal): string[] {
  const lines: string[] = [];
  for (let batch = journal.read(100, 1_000); batch !== null; batch = journal.read(100, 1_000)) {
    lines.push(...batch.lines);
    journal.acknowledge(batch);
  }
  return lines;
}

test("a journal that is full gives up its oldest lines, says how many, and never takes more than it may", () => {
  const folder = newFolder();
  const dropped: number[] = [];
  const maxBytes = 10_000;
  using journal = new Journal({ folder, maxBytes, segmentBytes: 1_000, onDropped: (lines) => dropped.push(lines) });
  const written = Array.from({ length: 1_000 }, (_, n) => `line ${n}`.padEnd(99, "."));
  for (const line of written) {
    journal.append(line);
    assert.ok(sizeOf(folder) <= maxBytes);
  }
  assert.equal(journal.bytes, sizeOf(folder));
  const kept = drain(journal);
  assert.ok(kept.length >= 80, String(kept.length));
  assert.deepEqual(kept, written.slice(-kept.length), "the newest, in order");
  assert.equal(
    dropped.reduce((sum, lines) => sum + lines, 0),
    written.length - kept.length,
    "every other one is counted",
  );
});

test("what was acknowledged is not counted as given up", () => {
  const dropped: number[] = [];
  using journal = new Journal({
    folder: newFolder(),
    maxBytes: 2_000,
    segmentBytes: 1_000,
    onDropped: (lines) => dropped.push(lines),
  });
  const append = (count: number) => {
    for (let n = 0; n < count; n += 1) journal.append("x".repeat(99));
  };
  append(5);
  const batch = journal.read(4, 10_000);
  assert.ok(batch);
  journal.acknowledge(batch);
  append(15);
  assert.deepEqual(dropped, [6], "ten of the oldest segment, four of which had arrived");
});

test("every line that a killed process had appended is read by the next one", { timeout: 60_000 }, async () => {
  const folder = newFolder();
  const program = `
    const { Journal } = await import(${JSON.stringify(import.meta.resolve("./journal.ts"))});
    const journal = new Journal({ folder: ${JSON.stringify(folder)}, maxBytes: 1e9, segmentBytes: 10_000 });
    for (let n = 0; ; n += 1) {
      journal.append(JSON.stringify({ n, filler: "x".repeat(n % 300) }));
      process.stdout.write(n + "\\n");
      if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  let answered = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    answered = Number(line);
    if (answered === 2_000) child.kill("SIGKILL");
  }
  await ended;
  assert.equal(child.signalCode, "SIGKILL");
  using journal = new Journal({ folder, maxBytes: 1e9 });
  const read = drain(journal).map((line) => (JSON.parse(line) as { n: number }).n);
  assert.ok(answered >= 2_000);
  assert.ok(read.length > answered, `${read.length} lines read, ${answered} answered`);
  assert.deepEqual(
    read,
    read.map((_, n) => n),
    "in order, none twice",
  );
});
