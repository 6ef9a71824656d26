import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { rowsOfDatabase } from "../../whole/backup/testing/rows-of-database.ts";
import { createTestDatabase, testPostgres } from "../../ground/store/testing/test-database.ts";

let folder: string;
let source: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ferrule-backup-command-"));
  source = await createTestDatabase();
});
after(async () => {
  await source[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Starts `ferrule …` on a database, as a user would. */
const start = (databaseUrl: string, args: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, "../../../cli/main.ts"), ...args], {
    env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: databaseUrl, DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });

async function ferrule(
  databaseUrl: string,
  ...args: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const child = start(databaseUrl, args);
  const [out, err] = [[] as Buffer[], [] as Buffer[]];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out: Buffer.concat(out).toString("latin1"), err: Buffer.concat(err).toString() };
}

const emptyDatabase = async () => (await testPostgres()).createDatabase(`commands_${process.hrtime.bigint()}`);

test("migrate prints what it would do, does it once, and then has nothing to do", async () => {
  const url = await emptyDatabase();
  const dry = await ferrule(url, "migrate", "--dry-run");
  assert.match(dry.out, /^would apply 0001-installation\.sql$/m);
  assert.equal((await rowsOfDatabase(url)).size, 1);
  const done = await ferrule(url, "migrate");
  assert.deepEqual([done.code, done.out], [0, dry.out.replaceAll("would apply", "applied")], done.err);
  assert.match((await ferrule(url, "migrate", "--dry-run")).out, /has this version's schema/);
});

test("a backup by key goes to another database, and one by passphrase through the standard output", async () => {
  const key = join(folder, "backup.key");
  const made = await ferrule(source.url, "backup-key", key);
  assert.match(made.out, /^age1\S+\n$/);
  const file = join(folder, "one.backup");
  const taken = await ferrule(source.url, "backup", file, "--recipient", made.out.trim());
  assert.deepEqual([taken.code, taken.out], [0, ""], taken.err);
  const whole = await ferrule("postgresql://nobody@127.0.0.1:1/none", "restore", file, "--identity", key, "--check");
  assert.deepEqual([whole.code, /is whole/.test(whole.out)], [0, true], whole.err);
  const target = await emptyDatabase();
  const restored = await ferrule(target, "restore", file, "--identity", key);
  assert.equal(restored.code, 0, restored.err);
  assert.deepEqual(await rowsOfDatabase(target), await rowsOfDatabase(source.url));

  const [passphrase, piped] = [join(folder, "passphrase"), join(folder, "piped.backup")];
  await writeFile(passphrase, "correct rubber boots\n", { mode: 0o600 });
  const { code, out } = await ferrule(source.url, "backup", "-", "--passphrase-file", passphrase);
  assert.equal(code, 0);
  await writeFile(piped, out, "latin1");
  assert.equal((await ferrule(source.url, "restore", piped, "--check", "--passphrase-file", passphrase)).code, 0);
});

test("what is missing or wrong is told in a sentence", async () => {
  const plain = join(folder, "plain");
  await writeFile(plain, "no backup");
  const key = join(folder, "other.key");
  await ferrule(source.url, "backup-key", key);
  for (const args of [
    ["backup", join(folder, "without-key")],
    ["backup", join(folder, "x"), "--recipient", "nonsense"],
    ["restore", plain, "--identity", key],
    ["restore", join(folder, "missing"), "--identity", key],
    ["restore", plain, "--identity", join(folder, "no-key")],
    ["backup-key", key],
  ]) {
    const { code, err } = await ferrule(source.url, ...args);
    assert.equal(code, 1, args.join(" "));
    assert.match(err, /^ferrule \w+: [A-Z]\S* .+\.\n$/, args.join(" "));
  }
});

test("a backup that is killed leaves no file of its name, and the next one is taken in its place", async () => {
  const recipient = (await readFile(join(folder, "backup.key"), "utf8")).match(/age1\S+/)![0];
  const file = join(folder, "killed.backup");
  // Locking its first table makes it wait halfway, and there it is killed.
  const holder = new Client({ connectionString: source.url });
  await holder.connect();
  await holder.query("begin; lock table users in access exclusive mode");
  const child = start(source.url, ["backup", file, "--recipient", recipient]);
  while (!existsSync(`${file}.partial`)) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGKILL");
  await once(child, "close");
  await holder.end();
  assert.ok(!existsSync(file));
  assert.equal((await ferrule(source.url, "backup", file, "--recipient", recipient)).code, 0);
  assert.ok(existsSync(file) && !existsSync(`${file}.partial`));
});
