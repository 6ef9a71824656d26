import assert from "node:assert/strict";
import { readFile, readlink, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { serverPids } from "./server/leftovers.ts";
import { makeScene, query } from "./testing/scene.ts";

test("gives an ordinary role its own database on a private socket, and leaves no process behind", async (t) => {
  const scene = await makeScene(t);
  const first = await scene.launch();
  const [role] = await query(
    first.url,
    `select current_user::text as name, current_database()::text as database, rolsuper, rolcreatedb, rolcreaterole,
            rolbypassrls, rolreplication, pg_get_userbyid(datdba)::text as owner
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  );
  assert.deepEqual(role, {
    name: "ferrule",
    database: "ferrule",
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolbypassrls: false,
    rolreplication: false,
    owner: "ferrule",
  });
  assert.deepEqual(await query(first.adminUrl, "select rolsuper from pg_roles where rolname = current_user"), [
    { rolsuper: true },
  ]);
  const settings = await query(
    first.url,
    `select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_permissions', 'TimeZone',
       'fsync', 'full_page_writes', 'jit', 'server_encoding', 'data_checksums') order by name collate "C"`,
  );
  assert.deepEqual(Object.fromEntries(settings.map((row) => [row["name"], row["setting"]])), {
    TimeZone: "UTC",
    data_checksums: "on",
    fsync: "on",
    full_page_writes: "on",
    jit: "off",
    listen_addresses: "",
    server_encoding: "UTF8",
    unix_socket_permissions: "0700",
  });
  assert.equal((await stat(join(scene.dataDir, "postgres", "run"))).mode & 0o777, 0o700);

  await query(first.url, "create table kept as select 42 as answer");

  const home = join(scene.dataDir, "postgres");
  assert.equal((await readFile(join(home, "url"), "utf8")).trim(), first.url);
  assert.equal((await stat(join(home, "url"))).mode & 0o777, 0o600);
  const pids = await serverPids(join(home, "data"));
  assert.ok(pids.length > 1, "the postmaster and its auxiliary processes");
  for (const pid of pids) {
    const [, , group] = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /, "").split(" ");
    assert.ok(pids.includes(Number(group)), "a Ctrl-C meant for us does not reach it");
  }

  await Promise.all([first.stop(), first.stop()]);
  assert.deepEqual(await serverPids(join(home, "data")), []);
  for (const pid of pids) await assert.rejects(readlink(`/proc/${pid}/exe`), { code: "ENOENT" });
  await assert.rejects(stat(join(home, "url")), { code: "ENOENT" });

  const second = await scene.launch();
  assert.equal(second.url, first.url);
  assert.deepEqual(await query(second.url, "select answer from kept"), [{ answer: 42 }]);
});

test("serves a data folder whose path is long, linked and full of odd characters", async (t) => {
  const scene = await makeScene(t);
  const odd = join(scene.folder, `Ünï cödé "quoted", it's 100%`, "x".repeat(120));
  const postgres = await scene.launch(odd);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  assert.equal((await client.query<{ one: number }>("select 1 as one")).rows[0]?.one, 1);
  await client.end();

  const link = join(scene.folder, "link");
  await symlink(odd, link);
  await assert.rejects(scene.launch(link), new RegExp(`pid ${process.pid}`));

  const socketDirectory = new URL(postgres.url).searchParams.get("host") ?? "";
  assert.ok(!socketDirectory.startsWith(odd), "the kernel takes no socket path that long");
  await postgres.stop();
  await assert.rejects(stat(socketDirectory), { code: "ENOENT" });
});

test("does not let the caller's environment reach the server or the way to it", async (t) => {
  const scene = await makeScene(t);
  const env = { LC_ALL: "xx_YY.UTF-8", TZ: "Asia/Tokyo", PGPORT: "1", PGDATA: "/nowhere", PGSSLMODE: "require" };
  const child = scene.launchChild({ env: { ...env, PGUSER: "nobody", SECRET_OF_CALLER: "1" } });
  const { adminUrl } = await child.launched;
  const [zone] = await query(adminUrl, "select current_setting('timezone') as zone");
  assert.deepEqual(zone, { zone: "UTC" });
  // PostgreSQL writes its process title over /proc/<pid>/environ; a program that it starts still shows what it has.
  await query(adminUrl, "create table environment (line text)");
  await query(adminUrl, "copy environment from program 'env'");
  const lines = (await query(adminUrl, "select line from environment")).map((row) => String(row["line"]));
  assert.ok(lines.includes("TZ=UTC"), lines.join());
  assert.deepEqual(
    lines.filter((line) => /SECRET|Tokyo|xx_YY|PGUSER|nowhere/.test(line)),
    [],
  );
});

test("refuses the second of two starts at once, naming the pid of the first", async (t) => {
  const scene = await makeScene(t);
  const children = [scene.launchChild(), scene.launchChild()];
  const outcomes = await Promise.allSettled(children.map((child) => child.launched));
  const winner = outcomes.findIndex((outcome) => outcome.status === "fulfilled");
  const [first, second] = winner === 0 ? children : children.toReversed();
  assert.ok(first && second && winner !== -1, JSON.stringify(outcomes.map(String)));
  const { url } = await first.launched;
  assert.deepEqual(await second.refused, {
    name: "EmbeddedPostgresError",
    message:
      `Another Ferrule (pid ${await first.pid}) is already using the data folder ${scene.dataDir}: ` +
      "stop it, or choose another DATA_DIR.",
  });
  await second.ended;
  assert.deepEqual(await query(url, "select 1 as one"), [{ one: 1 }]);
});
