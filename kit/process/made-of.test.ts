import assert from "node:assert/strict";
import { cpSync, mkdtempDisposableSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isMadeOf, madeOf } from "./made-of.ts";

const later = () => Date.now() + 60_000;

test("a program is made of the files that have the same content, wherever they are, and of no others", () => {
  using place = mkdtempDisposableSync(join(tmpdir(), "ferrule-made-of-"));
  const [first, second] = [join(place.path, "first"), join(place.path, "second")];
  const source = join(place.path, "source.ts");
  writeFileSync(source, "old");
  cpSync(source, join(first, "source.ts"));
  const kept = madeOf(first, [join(first, "source.ts")], later());
  assert.ok(isMadeOf(first, kept));
  assert.ok(!isMadeOf(second, kept), "a file that is not there");

  cpSync(first, second, { recursive: true, preserveTimestamps: true });
  assert.ok(isMadeOf(second, kept), "an equal copy");
  utimesSync(join(first, "source.ts"), 1, 1);
  assert.ok(isMadeOf(first, kept), "another time");

  // Different content with the same size and times, as in archives with fixed times.
  const { atime, mtime } = statSync(join(second, "source.ts"));
  writeFileSync(join(second, "source.ts"), "new");
  utimesSync(join(second, "source.ts"), atime, mtime);
  assert.ok(!isMadeOf(second, kept));
  rmSync(join(first, "source.ts"));
  assert.ok(!isMadeOf(first, kept));
});

test("what changes while a program is made counts as changed, and a program of nothing as none", () => {
  using place = mkdtempDisposableSync(join(tmpdir(), "ferrule-made-of-"));
  const source = join(place.path, "source.ts");
  writeFileSync(source, "text");
  assert.ok(!isMadeOf(place.path, madeOf(place.path, [source], 0)));
  assert.ok(!isMadeOf(place.path, madeOf(place.path, [join(place.path, "absent.ts")], later())));
  assert.ok(!isMadeOf(place.path, {}));
});
