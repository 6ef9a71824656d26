import assert from "node:assert/strict";
import { readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { boundServerLog, lastWords, openServerLog } from "./server-log.ts";
import { makeScene } from "../testing/scene.ts";

test("keeps a log that is being written within its bound, and one older part", async (t) => {
  const file = join((await makeScene(t)).folder, "server.log");
  const writer = await openServerLog(file, undefined);
  t.after(() => writer.close());
  await writer.write("x".repeat(1001));
  await boundServerLog(file, 1000);
  await writer.write("after");
  assert.equal(await readFile(file, "utf8"), "after");
  assert.equal((await stat(`${file}.1`)).size, 1001);
  await boundServerLog(file, 1000);
  assert.equal(await readFile(file, "utf8"), "after");
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test("does not write through a link", async (t) => {
  const { folder } = await makeScene(t);
  await writeFile(join(folder, "target"), "");
  await symlink("target", join(folder, "server.log"));
  await assert.rejects(openServerLog(join(folder, "server.log"), undefined), { code: "ELOOP" });
});

test("quotes the first fatal line of this start, not one of an earlier", async (t) => {
  const file = join((await makeScene(t)).folder, "server.log");
  const earlier = "2026-01-01 00:00:00.000 UTC [1] FATAL:  the one before\n";
  const now = "2026-01-01 00:00:01.000 UTC [2] LOG:  starting\n2026-01-01 00:00:01.000 UTC [2] PANIC:  no log\n";
  await writeFile(file, `${earlier}${now}2026-01-01 00:00:01.000 UTC [2] LOG:  aborting\n`);
  assert.equal(await lastWords(file, earlier.length), "no log");
  await writeFile(file, "postgres: cannot open shared object file\n");
  assert.equal(await lastWords(file, 0), "postgres: cannot open shared object file");
});

test("does not quote what a connection was told while the server was starting", async (t) => {
  const file = join((await makeScene(t)).folder, "server.log");
  const told = "2026-01-01 00:00:01.000 UTC [3] FATAL:  the database system is starting up\n";
  await writeFile(file, `${told}2026-01-01 00:00:01.000 UTC [2] PANIC:  could not locate a valid checkpoint record\n`);
  assert.equal(await lastWords(file, 0), "could not locate a valid checkpoint record");
});
