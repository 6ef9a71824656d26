import assert from "node:assert/strict";
import { createServer } from "node:net";
import { mkdir, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { findBinaries } from "./place/find-binaries.ts";
import { makeScene, type Scene } from "./testing/scene.ts";
import { seed } from "./testing/seed.ts";

async function refusal(scene: Scene): Promise<string> {
  const error = await scene.launch().then(
    () => assert.fail("it started"),
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof EmbeddedPostgresError, String(error));
  assert.doesNotMatch(error.message, /\n/);
  assert.match(error.message, /DATA_DIR|DATABASE_URL/);
  return error.message;
}

test("says that a database of another PostgreSQL version is one, and leaves it alone", async (t) => {
  const scene = await makeScene(t);
  const data = join(scene.dataDir, "postgres", "data");
  await mkdir(data, { recursive: true });
  await writeFile(join(data, "PG_VERSION"), "15\n");
  assert.match(await refusal(scene), /made by PostgreSQL 15, but this Ferrule carries PostgreSQL 18/);
  assert.deepEqual(await readdir(data), ["PG_VERSION"]);
});

test("says that a folder full of something else is not a database, and leaves it alone", async (t) => {
  const scene = await makeScene(t);
  const data = join(scene.dataDir, "postgres", "data");
  await mkdir(data, { recursive: true });
  await writeFile(join(data, "holiday.jpg"), "");
  assert.match(await refusal(scene), /is not a database \(it has no readable PG_VERSION\)/);
  assert.deepEqual(await readdir(data), ["holiday.jpg"]);
});

test("repeats PostgreSQL's own words about a broken database, and starts again once it is mended", async (t) => {
  const scene = await makeScene(t);
  await seed(scene.dataDir);
  const control = join(scene.dataDir, "postgres", "data", "global", "pg_control");
  const intact = await readFile(control);
  await writeFile(control, Buffer.alloc(intact.length, 7));
  assert.match(
    await refusal(scene),
    /cannot be started \(PostgreSQL says: database files are incompatible with server\)/,
  );
  await writeFile(control, intact);
  await (await scene.launch()).stop();
});

test("says that the write-ahead log is missing", async (t) => {
  const scene = await makeScene(t);
  await seed(scene.dataDir);
  const wal = join(scene.dataDir, "postgres", "data", "pg_wal");
  for (const name of await readdir(wal)) if (/^[0-9A-F]{24}$/.test(name)) await unlink(join(wal, name));
  assert.match(await refusal(scene), /PostgreSQL says: could not locate a valid checkpoint record/);
});

test("says that a file stands where the data folder should be", async (t) => {
  const scene = await makeScene(t);
  await writeFile(scene.dataDir, "");
  assert.match(await refusal(scene), /cannot be used, because a part of its path is a file/);
});

test("does not touch a database whose server it cannot see but which answers", async (t) => {
  const scene = await makeScene(t);
  await seed(scene.dataDir);
  await mkdir(join(scene.dataDir, "postgres", "run"), { mode: 0o700 });
  const other = createServer().listen(join(scene.dataDir, "postgres", "run", ".s.PGSQL.5432"));
  t.after(() => other.close());
  assert.match(await refusal(scene), /outside this container or user already runs/);
});

test("names the missing package and DATABASE_URL on a platform without an embedded PostgreSQL", async () => {
  await assert.rejects(findBinaries("plan9-mips"), (error: unknown) => {
    assert.ok(error instanceof EmbeddedPostgresError);
    assert.match(error.message, /plan9-mips.*@embedded-postgres\/plan9-mips.*DATABASE_URL/);
    return true;
  });
});
