import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, chown, cp, mkdir, readFile, readlink, rename, rm, stat, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { findBinaries } from "./place/find-binaries.ts";
import { serverPids } from "./server/leftovers.ts";
import { privateUser } from "./place/private-user.ts";
import { isRoot, makeScene, query, until, type Scene } from "./testing/scene.ts";
import { seed } from "./testing/seed.ts";
import { usableBinaries } from "./place/usable-binaries.ts";

// Root plays the ordinary user in a child process; any other user already is one.
const ordinary = await privateUser("the ordinary user of the tests");
const asUser = isRoot ? { uid: ordinary } : {};

/** A folder that belongs to the ordinary user. */
async function userFolder(scene: Scene, mode: number, uid = ordinary): Promise<string> {
  const folder = join(scene.folder, "home");
  await mkdir(folder);
  if (isRoot) await chown(folder, uid, uid);
  await chmod(folder, mode);
  return join(folder, "data");
}

/** The only programs that a process with this PATH finds. */
async function pathWith(t: TestContext, scene: Scene, ...programs: string[]): Promise<string> {
  const folder = join(scene.folder, "programs");
  await mkdir(folder, { mode: 0o755 });
  for (const name of programs) await symlink(`/usr/bin/${name}`, join(folder, name));
  t.diagnostic(`PATH has ${programs.join(", ")}`);
  return folder;
}

async function uidOfServer(data: string): Promise<number> {
  const pid = Number.parseInt(await readFile(join(data, "postmaster.pid"), "utf8"), 10);
  return Number(/^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]);
}

async function runsAsThatUser(t: TestContext, uid: number | undefined): Promise<void> {
  const scene = await makeScene(t);
  const dataDir = await userFolder(scene, 0o700, uid);
  const child = scene.launchChild({ ...(isRoot && uid !== undefined ? { uid } : {}), dataDir });
  const { url } = await child.launched;
  const data = join(dataDir, "postgres", "data");
  assert.equal(await uidOfServer(data), uid);
  assert.deepEqual(await query(url, "select 1 as one"), [{ one: 1 }]);
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700);
  await child.end();
  assert.deepEqual(await serverPids(data), []);
}

test("an ordinary user's server runs as that user, also below a home of mode 700", (t) =>
  runsAsThatUser(t, isRoot ? 65_534 : process.geteuid?.()));

test("an ordinary user's server ends with a launcher that was killed", async (t) => {
  const scene = await makeScene(t);
  const dataDir = await userFolder(scene, 0o755);
  await seed(dataDir, isRoot ? ordinary : undefined);
  const child = scene.launchChild({ ...asUser, dataDir });
  await child.launched;
  await child.kill();
  await until("no server is left", async () => (await serverPids(join(dataDir, "postgres", "data"))).length === 0);
});

test("without setpriv, a watchdog ends an ordinary user's server after its launcher was killed", async (t) => {
  const scene = await makeScene(t);
  const dataDir = await userFolder(scene, 0o755);
  await seed(dataDir, isRoot ? ordinary : undefined);
  const PATH = await pathWith(t, scene, "sh", "sleep", "true", "unshare");
  const child = scene.launchChild({ ...asUser, dataDir, env: { PATH } });
  await child.launched;
  await child.kill();
  await until("no server is left", async () => (await serverPids(join(dataDir, "postgres", "data"))).length === 0);
});

test("tells an ordinary user of a data folder that is not writable", async (t) => {
  const scene = await makeScene(t);
  const folder = join(scene.folder, "closed");
  await mkdir(folder);
  await chmod(folder, 0o555);
  const dataDir = join(folder, "data");
  const { name, message } = await scene.launchChild({ ...asUser, dataDir }).refused;
  assert.equal(name, "EmbeddedPostgresError");
  assert.equal(
    message,
    `The data folder ${dataDir} cannot be used, because it cannot be written or searched by the user that Ferrule ` +
      "runs as: correct that, or choose another DATA_DIR.",
  );
});

if (!isRoot) {
  test("what only root can meet is left to a run as root: this run is an ordinary user's", () => {
    assert.notEqual(process.geteuid?.(), 0);
  });
} else {
  test("an ordinary user without passwd entry has a server too", (t) => runsAsThatUser(t, ordinary));

  test("root's server runs in place as a private user without capabilities, group or passwd entry", async (t) => {
    const scene = await makeScene(t);
    await scene.launch();
    const data = join(scene.dataDir, "postgres", "data");
    const uid = await uidOfServer(data);
    assert.equal(uid, await privateUser(scene.dataDir));
    assert.doesNotMatch(await readFile("/etc/passwd", "utf8"), new RegExp(`:${uid}:`));
    for (const pid of await serverPids(data)) {
      const status = await readFile(`/proc/${pid}/status`, "utf8");
      assert.match(status, /^CapEff:\s+0+$/m);
      assert.match(status, /^CapPrm:\s+0+$/m);
      assert.match(status, /^Groups:\s*$/m);
      assert.match(status, /^NoNewPrivs:\s+1$/m);
    }
    await assert.rejects(stat(join(scene.dataDir, "postgres", "location")), { code: "ENOENT" });
  });

  test("root's data below a mode-700 home lives elsewhere, follows a move, not a removal", async (t) => {
    const scene = await makeScene(t);
    const home = join(scene.folder, "root");
    await mkdir(home);
    await chmod(home, 0o700);
    const first = await scene.launch(join(home, "data"));
    assert.match(first.url, new RegExp(`host=${scene.systemDir}/`));
    await query(first.url, "create table moved as select 5 as n");
    await first.stop();

    await rename(join(home, "data"), join(home, "elsewhere"));
    const second = await scene.launch(join(home, "elsewhere"));
    assert.deepEqual(await query(second.url, "select n from moved"), [{ n: 5 }]);
    await second.stop();

    await rm(join(home, "elsewhere"), { recursive: true });
    const third = await scene.launch(join(home, "data"));
    assert.deepEqual(await query(third.url, "select to_regclass('moved') as moved"), [{ moved: null }]);
    await third.stop();
  });

  test("root copies the programs when no other user can reach them, as below a home of mode 700", async (t) => {
    const scene = await makeScene(t);
    const closed = join(scene.folder, "closed");
    await mkdir(closed);
    await chmod(closed, 0o700);
    const { directory, ...version } = await findBinaries();
    // Some links are there, and one is missing, as if the package's install script had not run.
    await cp(directory, join(closed, "native"), { recursive: true, verbatimSymlinks: true });
    await unlink(join(closed, "native", "lib", "libpq.so.5"));
    const binaries = { ...version, directory: join(closed, "native") };
    const copies = join(scene.folder, "copies");
    const copy = await usableBinaries(binaries, [ordinary], copies);
    assert.ok(copy.startsWith(copies), copy);
    for (const program of ["initdb", "postgres"]) {
      const words = [
        "--reuid",
        String(ordinary),
        "--regid",
        String(ordinary),
        "--clear-groups",
        join(copy, "bin", program),
      ];
      const { stdout } = await promisify(execFile)("setpriv", [...words, "--version"], { cwd: "/" });
      assert.match(stdout, /PostgreSQL\) 18/);
    }
    assert.equal(await readlink(join(copy, "lib", "libpq.so.5")), "libpq.so.5.18");
    assert.equal(await usableBinaries(binaries, [ordinary], copies), copy);
  });

  test("root who starts an ordinary user's installation leaves it to that user", async (t) => {
    const scene = await makeScene(t);
    const dataDir = await userFolder(scene, 0o700);
    await seed(dataDir, ordinary);
    const child = scene.launchChild({ ...asUser, dataDir });
    await query((await child.launched).url, "create table mine as select 3 as n");
    await child.end();
    const sudo = await scene.launch(dataDir);
    assert.equal(await uidOfServer(join(dataDir, "postgres", "data")), ordinary);
    assert.deepEqual(await query(sudo.url, "select n from mine"), [{ n: 3 }]);
    await sudo.stop();
    const again = scene.launchChild({ ...asUser, dataDir });
    assert.deepEqual(await query((await again.launched).url, "select n from mine"), [{ n: 3 }]);
  });

  test("tells an ordinary user that the database is root's", async (t) => {
    const scene = await makeScene(t);
    await seed(scene.dataDir);
    for (const path of [scene.dataDir, join(scene.dataDir, "postgres")]) await chown(path, ordinary, ordinary);
    const { message } = await scene.launchChild(asUser).refused;
    assert.match(message, /belongs to user \d+, but Ferrule runs as user \d+: start it as that user \(or as root\)/);
  });

  test("without setpriv, root's server runs in a user namespace and ends with its killed launcher", async (t) => {
    const scene = await makeScene(t);
    const PATH = await pathWith(t, scene, "sh", "sleep", "true", "unshare");
    const child = scene.launchChild({ env: { PATH } });
    const { url } = await child.launched;
    assert.deepEqual(await query(url, "select current_user::text as name"), [{ name: "ferrule" }]);
    await child.kill();
    const data = join(scene.dataDir, "postgres", "data");
    await until("no server is left", async () => (await serverPids(data)).length === 0);

    const postgres = await scene.launch();
    assert.notEqual(await uidOfServer(data), 0, "with setpriv again, the data changes hands");
    await postgres.stop();
  });

  test("names DATABASE_URL when root can become nobody else", async (t) => {
    const scene = await makeScene(t);
    const PATH = await pathWith(t, scene, "true");
    const { message } = await scene.launchChild({ env: { PATH } }).refused;
    assert.match(message, /cannot run as root here.*DATABASE_URL/);
  });
}
