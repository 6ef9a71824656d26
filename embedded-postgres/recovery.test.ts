import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { connectionUrl } from "./connection-url.ts";
import { findBinaries } from "./place/find-binaries.ts";
import { initializeCluster } from "./initialize-cluster.ts";
import { serverPids } from "./server/leftovers.ts";
import { choosePlace, prepareDataDir } from "./place/place.ts";
import { startServer } from "./server/server-process.ts";
import { SupervisedServer } from "./server/supervised-server.ts";
import { makeScene, query, silentLog, until } from "./testing/scene.ts";
import { seed } from "./testing/seed.ts";

const postmasterPid = async (data: string) => Number.parseInt(await readFile(join(data, "postmaster.pid"), "utf8"), 10);

test("brings back a server that was killed, twice, at the same URL and with what was committed", async (t) => {
  const scene = await makeScene(t);
  await seed(scene.dataDir);
  const postgres = await scene.launch();
  const data = join(scene.dataDir, "postgres", "data");
  await query(postgres.url, "create table committed (round int)");
  // A backend that burns CPU does not notice by itself that its postmaster is gone, and keeps the memory segment.
  const busy = query(postgres.adminUrl, "select count(*) from generate_series(1, 1e12)").catch(() => "cut off");
  for (const round of [1, 2]) {
    await query(postgres.url, `insert into committed values (${round})`);
    const pid = await postmasterPid(data);
    const killedAt = performance.now();
    process.kill(pid, "SIGKILL");
    const rows = await until("the server is back", async () => {
      const found = await query(postgres.url, "select round from committed order by round");
      return (await postmasterPid(data)) !== pid && found;
    });
    t.diagnostic(`back after ${Math.round(performance.now() - killedAt)} ms`);
    assert.equal(rows.length, round);
  }
  assert.equal(await busy, "cut off");
  await postgres.stop();
  assert.deepEqual(await serverPids(data), []);
});

test("stops while it is bringing the server back", async (t) => {
  const scene = await makeScene(t);
  await seed(scene.dataDir);
  const postgres = await scene.launch();
  const data = join(scene.dataDir, "postgres", "data");
  process.kill(await postmasterPid(data), "SIGKILL");
  await postgres.stop();
  assert.deepEqual(await serverPids(data), []);
});

test("replaces a server that no longer answers", async (t) => {
  const scene = await makeScene(t);
  await seed(scene.dataDir);
  await using server = await superviseIn(scene.dataDir, scene.systemDir);
  const pid = await postmasterPid(server.data);
  process.kill(pid, "SIGSTOP");
  await until("another server answers", async () => {
    await query(server.url, "select 1");
    return (await postmasterPid(server.data)) !== pid;
  });
});

async function superviseIn(dataDir: string, systemDir: string) {
  const options = { binaries: await findBinaries(), systemDir, log: silentLog };
  const place = await choosePlace({ dataDir: await prepareDataDir(dataDir), ...options });
  await initializeCluster(place, false, () => undefined);
  const checks = { checkIntervalMs: 50, checkTimeoutMs: 200, stopBoundsMs: [200, 200, 5000] as const };
  const server = await SupervisedServer.start({ place, settings: {}, log: silentLog, ...checks });
  return {
    url: connectionUrl(place.socketDirectory, "postgres", "postgres"),
    data: place.dataDirectory,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test("ends the server when its launcher is killed, and starts again after that", async (t) => {
  const scene = await makeScene(t);
  await seed(scene.dataDir);
  const data = join(scene.dataDir, "postgres", "data");
  const child = scene.launchChild();
  await query((await child.launched).url, "create table survived as select 7 as n");
  await child.kill();
  // This starts at once, while the old server may still be shutting down.
  const postgres = await scene.launch();
  assert.deepEqual(await query(postgres.url, "select n from survived"), [{ n: 7 }]);
  await postgres.stop();

  const again = scene.launchChild();
  await again.launched;
  await again.kill();
  await until("no server is left", async () => (await serverPids(data)).length === 0);
});

test("a launcher killed while it makes the database leaves nothing that stops the next start", async (t) => {
  const scene = await makeScene(t);
  const home = join(scene.dataDir, "postgres");
  const child = scene.launchChild();
  await until("initdb has begun", async () => (await readdir(home)).some((name) => name.startsWith("data.new")));
  await child.kill();
  const postgres = await scene.launch();
  assert.deepEqual(await query(postgres.url, "select 1 as one"), [{ one: 1 }]);
  assert.deepEqual(
    (await readdir(home)).filter((name) => name.startsWith("data.new")),
    [],
  );
});

test("takes over a healthy server whose launcher is gone, with its data", async (t) => {
  const scene = await makeScene(t);
  await seed(scene.dataDir);
  const first = await scene.launch();
  await query(first.url, "create table taken as select 1 as n");
  await first.stop();
  const options = { binaries: await findBinaries(), systemDir: scene.systemDir, log: silentLog };
  const place = await choosePlace({ dataDir: scene.dataDir, ...options });
  const orphan = await startServer(place, {});
  t.after(() => orphan.stop());
  await orphan.ready();

  const postgres = await scene.launch();
  assert.equal(orphan.hasEnded(), true);
  assert.deepEqual(await query(postgres.url, "select n from taken"), [{ n: 1 }]);
  await postgres.stop();
  assert.deepEqual(await serverPids(place.dataDirectory), []);
});

test("is not misled by a stale postmaster.pid of a living stranger, nor by leftover sockets", async (t) => {
  const scene = await makeScene(t);
  await seed(scene.dataDir);
  const home = join(scene.dataDir, "postgres");
  const stranger = spawn("sleep", ["60"], { cwd: "/", stdio: "ignore" });
  t.after(() => stranger.kill("SIGKILL"));
  await once(stranger, "spawn");
  const lock = `${stranger.pid}\n${join(home, "data")}\n1700000000\n5432\n${join(home, "run")}\n\n 1 2\nready\n`;
  await writeFile(join(home, "data", "postmaster.pid"), lock);
  await mkdir(join(home, "run"), { mode: 0o700 });
  await writeFile(join(home, "run", ".s.PGSQL.5432.lock"), lock);
  await writeFile(join(home, "run", ".s.PGSQL.5432"), "");

  const postgres = await scene.launch();
  assert.deepEqual(await query(postgres.url, "select 1 as one"), [{ one: 1 }]);
  assert.equal(stranger.exitCode ?? stranger.signalCode, null, "the stranger lives");
});

test("makes the database in an empty data directory that something left behind", async (t) => {
  const scene = await makeScene(t);
  const data = join(await prepareDataDir(scene.dataDir), "postgres", "data");
  await mkdir(data, { recursive: true, mode: 0o711 });
  const postgres = await scene.launch();
  assert.deepEqual(await query(postgres.url, "select 1 as one"), [{ one: 1 }]);
  assert.equal((await stat(data)).mode & 0o777, 0o700);
});
