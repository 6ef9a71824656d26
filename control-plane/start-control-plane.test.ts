import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { test } from "node:test";
import { Client } from "pg";
import { listen, ListenError } from "@ferrule/kit/network/listen.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { challengeHeader, proofPath } from "@ferrule/kit/peers/peer-proof.ts";
import { findRedisServer, startTestRedis } from "./data/cache/testing/redis-server.ts";
import { startTestControlPlane } from "./testing/test-control-plane.ts";
import { startControlPlane } from "./start-control-plane.ts";
import { testPostgres } from "./ground/store/testing/test-database.ts";

const log = createLog("test", "silent");
const program = findRedisServer();

test("answers what is held at once when it drains, and takes no new connection afterwards", async () => {
  const plane = await startTestControlPlane({}, { holdMs: 60_000 });
  const { app, internalUrl, url, settings } = plane;
  const isHeld = Promise.withResolvers<void>();
  const { notifications } = app;
  app.notifications = {
    subscribe: (...given) => notifications.subscribe(...given),
    wait: (...given) => {
      isHeld.resolve();
      return notifications.wait(...given);
    },
  };
  const held = fetch(`${internalUrl}/internal/jobs/claim`, {
    method: "POST",
    headers: { "x-worker-token": settings.workerApiTokens[0], "content-type": "application/json" },
    body: JSON.stringify({ workerId: "worker-1", kinds: ["build"] }),
  });
  await Promise.race([isHeld.promise, held.then(async (answer) => assert.fail(await answer.text()))]);
  const startedAt = performance.now();
  await plane[Symbol.asyncDispose]();
  assert.ok(performance.now() - startedAt < 30_000, "not after the 60 s of a held request");
  assert.ok((await held).ok);
  await assert.rejects(fetch(`${url}/health`));
});

test("one that drains lets workers leave: it refuses new connections before anything is sent, and then closes", async () => {
  const plane = await startTestControlPlane();
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string) => {
    const request = get(plane.internalUrl + path, { agent, headers: { [challengeHeader]: "c".repeat(43) } });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    return { status: answer.statusCode, connection: answer.headers.connection, body: await json(answer) };
  };
  const works = { database: true, cache: true };
  assert.deepEqual(await ask("/internal/ready"), {
    status: 200,
    connection: "keep-alive",
    body: { status: "ready", works },
  });
  const closed = plane[Symbol.asyncDispose]();
  assert.deepEqual(await ask("/internal/ready"), {
    status: 503,
    connection: "close",
    body: { status: "unready", failing: ["draining"] },
  });
  const { status, connection } = await ask(proofPath);
  assert.deepEqual([status, connection], [200, "close"]);
  await closed;
  await assert.rejects(ask("/health"), { code: "ECONNREFUSED" });
  agent.destroy();
});

test(
  "while the database is away, a cache of its own keeps the internal listener ready",
  { skip: program === undefined && "no server that speaks Redis" },
  async () => {
    await using redis = await startTestRedis(program ?? assert.fail());
    await using plane = await startTestControlPlane({ redisUrl: redis.url });
    const internalReady = async () => {
      const answer = await fetch(`${plane.internalUrl}/internal/ready`);
      return [answer.status, await answer.json()];
    };
    assert.deepEqual(await internalReady(), [200, { status: "ready", works: { database: true, cache: true } }]);
    const name = new URL(plane.settings.databaseUrl).pathname.slice(1);
    const admin = new Client({ connectionString: (await testPostgres()).adminUrl });
    await admin.connect();
    try {
      await admin.query(`alter database ${name} connection limit 0`);
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      const works = { database: false, cache: true };
      assert.deepEqual(await internalReady(), [200, { status: "ready", degraded: ["database"], works }]);
      assert.deepEqual(
        await plane.app.cache.run("prj_1", [{ kind: "get", environment: "development", tenantId: "", key: "a" }]),
        [null],
      );
      await redis.kill();
      assert.equal((await internalReady())[0], 503);
    } finally {
      await admin.query(`alter database ${name} connection limit -1`);
      await admin.end();
    }
  },
);

test("two replicas on one database serve each other's sessions", async () => {
  await using plane = await startTestControlPlane();
  const { headers } = await plane.session("developer");
  await using second = await startControlPlane({ ...plane.settings, port: 0, internalPort: 0 }, { log });
  const me = await fetch(`http://127.0.0.1:${second.port}/api/auth/me`, { headers: headers() });
  assert.equal(me.status, 200);
});

test("503 with Retry-After while the database is away, naming it at /ready, and serves on when it is back", async () => {
  await using plane = await startTestControlPlane();
  const name = new URL(plane.settings.databaseUrl).pathname.slice(1);
  const { headers } = await plane.session("developer");
  const postgres = await testPostgres();
  const admin = new Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} connection limit 0`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    const answer = await plane.request("/api/auth/me", { headers: headers() });
    assert.deepEqual([answer.status, answer.json.error.code], [503, "UNAVAILABLE"]);
    assert.equal(answer.headers.get("retry-after"), "2");
    const ready = await fetch(`${plane.url}/ready`);
    assert.deepEqual([ready.status, await ready.json()], [503, { status: "unready", failing: ["database"] }]);
    const internal = await fetch(`${plane.internalUrl}/internal/ready`);
    const works = { database: false, cache: false };
    assert.deepEqual(
      [internal.status, await internal.json()],
      [503, { status: "unready", failing: ["database", "cache"], works }],
    );
    assert.equal((await fetch(`${plane.url}/health`)).status, 200);
    await admin.query(`alter database ${name} connection limit -1`);
    assert.equal((await plane.request("/api/auth/me", { headers: headers() })).status, 200);
  } finally {
    await admin.query(`alter database ${name} connection limit -1`);
    await admin.end();
  }
});

test("a taken port is one sentence, and nothing is left open", async () => {
  await using plane = await startTestControlPlane();
  const taken = createServer();
  const port = await listen(taken, 0, "127.0.0.1");
  try {
    const second = startControlPlane({ ...plane.settings, port, internalPort: 0 }, { log });
    await assert.rejects(second, (error) => error instanceof ListenError && /already in use/.test(error.message));
  } finally {
    await new Promise((resolve) => taken.close(resolve));
  }
});
