import assert from "node:assert/strict";
import { connect, createServer, type Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { placeOf, throughPort } from "@ferrule/embedded-postgres/test-database.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { listen } from "@ferrule/kit/network/listen.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { insertProject } from "../../people/projects/queries.ts";
import { violates } from "./constraint.ts";
import { openStore, type OpenStore } from "./connections/open-store.ts";
import { runtimeRole } from "./roles/runtime-role.ts";
import type { InstallationScope, ProjectScope } from "./scope.ts";
import { createTestDatabase, testPostgres } from "./testing/test-database.ts";

const log = createLog("test", "silent");

const addEndpoint = ({ tx, projectId }: ProjectScope) =>
  sql`insert into runtime_endpoints (id, project_id, kind, slug, name)
    values (${identifier("ep")}, ${projectId}, 'mcp', 'tools', 'Tools')`.execute(tx);
const endpoints = async ({ tx }: ProjectScope | InstallationScope) =>
  (await sql<{ projectId: string }>`select project_id from runtime_endpoints`.execute(tx)).rows.map(
    (row) => row.projectId,
  );
const lock = ({ tx }: InstallationScope, id: string) =>
  sql`update projects set description = description where id = ${id}`.execute(tx);

describe("the store", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let store: OpenStore;
  let one: string;
  let other: string;

  before(async () => {
    database = await createTestDatabase();
    store = openStore({ databaseUrl: database.url, role: null, log, connections: 4 });
    const make = (slug: string) =>
      store.inInstallation((scope) => insertProject(scope, { slug, name: slug, description: "" }));
    one = (await make("one")).id;
    other = (await make("other")).id;
    for (const projectId of [one, other]) await store.inProject(projectId, addEndpoint);
  });
  after(async () => {
    await store[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test("a Project's transaction sees no other Project's rows, even when the statement forgets to say so", async () => {
    assert.deepEqual(await store.inProject(one, endpoints), [one]);
    assert.deepEqual((await store.inInstallation(endpoints)).sort(), [one, other].sort());
    const changed = await store.inProject(one, ({ tx }) => sql`update runtime_endpoints set name = 'x'`.execute(tx));
    assert.equal(changed.numAffectedRows, 1n);
  });

  test("a Project's transaction can write no row of another Project", async () => {
    const write = store.inProject(one, (scope) => addEndpoint({ ...scope, projectId: other }));
    await assert.rejects(write, /row-level security/);
  });

  test("a connection that the database has forgotten is ended, and others take its place", async () => {
    const open: Socket[] = [];
    const between = createServer((near) => {
      const far = connect(placeOf(database.url));
      open.push(near, far);
      for (const socket of [near, far]) socket.on("error", () => undefined);
      near.pipe(far).pipe(near);
    });
    const databaseUrl = throughPort(database.url, await listen(between, 0, "127.0.0.1"));
    const through = openStore({ databaseUrl, role: null, log, connections: 1, statementTimeoutMs: 1_000 });
    try {
      await through.ping();
      for (const socket of open) socket.unpipe().resume();
      await assert.rejects(through.ping(), /silent/);
      await through.ping();
    } finally {
      await through[Symbol.asyncDispose]();
      for (const socket of open) socket.destroy();
      between.close();
    }
  });

  test("nothing is seen outside of a scope, and the scope ends with its transaction", async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query("begin");
      await client.query("select set_config('ferrule.project_id', $1, true)", [one]);
      await client.query("commit");
      assert.equal((await client.query("select 1 from runtime_endpoints")).rowCount, 0);
    } finally {
      await client.end();
    }
  });

  test("a superuser's URL is worked as a role that row-level security holds", async () => {
    const admin = new URL((await testPostgres()).adminUrl);
    admin.pathname = new URL(database.url).pathname;
    const role = await runtimeRole(admin.href);
    assert.equal(role, "ferrule_app");
    assert.equal(await runtimeRole(admin.href), role, "it is made once");
    assert.equal(await runtimeRole(database.url), null);
    await using asAdmin = openStore({ databaseUrl: admin.href, role, log });
    const { rows } = await asAdmin.inInstallation(({ tx }) =>
      sql<{ user: string }>`select current_user as user`.execute(tx),
    );
    assert.deepEqual(rows, [{ user: "ferrule_app" }]);
  });

  test("rolls back what a failed transaction did, and the connection serves on", async () => {
    const failing = store.inInstallation(async (scope) => {
      await insertProject(scope, { slug: "never", name: "x", description: "" });
      throw new Error("on purpose");
    });
    await assert.rejects(failing, /on purpose/);
    const { rows } = await store.inInstallation(({ tx }) =>
      sql`select 1 from projects where slug = 'never'`.execute(tx),
    );
    assert.deepEqual(rows, []);
  });

  test("a swallowed failure of a statement cannot look like a commit", async () => {
    const swallowed = store.inInstallation(async (scope) => {
      await insertProject(scope, { slug: "one", name: "x", description: "" }).catch((error: unknown) => {
        assert.ok(violates(error, "projects_slug_taken"));
        assert.ok(!violates(error, "users_email_taken"));
      });
    });
    await assert.rejects(swallowed, /had failed before its commit/);
  });

  test("a read-only transaction writes nothing", async () => {
    const write = store.inProject(one, addEndpoint, { readOnly: true });
    await assert.rejects(write, /read-only transaction/);
  });

  test("runs a deadlocked transaction again", async () => {
    let runs = 0;
    const bothHold = Promise.withResolvers<void>();
    const survivorEnded = Promise.withResolvers<void>();
    let holding = 0;
    const cross = (first: string, second: string) => {
      const done = store.inInstallation(async (scope) => {
        runs += 1;
        // Who runs again and is first at its row, before the other has woken, would make the same deadlock again.
        if (runs === 3) await survivorEnded.promise;
        await lock(scope, first);
        holding += 1;
        if (holding === 2) bothHold.resolve();
        await bothHold.promise;
        await lock(scope, second);
      });
      return done.finally(survivorEnded.resolve);
    };
    await Promise.all([cross(one, other), cross(other, one)]);
    assert.equal(runs, 3);
  });

  test("ends a statement that takes too long", async () => {
    // A connection is ended when it is silent for twice as long, so this leaves the server a second to say so.
    await using hasty = openStore({ databaseUrl: database.url, role: null, log, statementTimeoutMs: 1_000 });
    await assert.rejects(
      hasty.inInstallation(({ tx }) => sql`select pg_sleep(5)`.execute(tx)),
      { code: "57014" },
    );
  });

  test("survives its connections, busy and idle, being ended by the server", async () => {
    await using victim = openStore({ databaseUrl: database.url, role: null, log, connections: 2 });
    await victim.ping();
    const busy = victim
      .inInstallation(({ tx }) => sql`select pg_sleep(60)`.execute(tx))
      .then(
        () => "finished",
        () => "broken",
      );
    const sleeping = sql`select 1 from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`;
    while ((await store.inInstallation(({ tx }) => sleeping.execute(tx))).rows.length === 0) await delay(5);
    const end = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await store.inInstallation(({ tx }) => end.execute(tx));
    assert.equal(await busy, "broken");
    let answered = false;
    for (const until = Date.now() + 30_000; !answered && Date.now() < until;) {
      answered = await victim.ping().then(
        () => true,
        () => false,
      );
    }
    assert.ok(answered);
  });

  test("reads counters as numbers and leaves the keys inside JSON alone", async () => {
    const { rows } = await store.inInstallation(({ tx }) =>
      sql<{
        theCount: number;
        theJson: unknown;
      }>`select count(*) as the_count, '{"an_inner": {"key_name": 1}}'::jsonb as the_json
        from projects`.execute(tx),
    );
    assert.deepEqual(rows, [{ theCount: 2, theJson: { an_inner: { key_name: 1 } } }]);
  });
});
