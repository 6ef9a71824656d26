import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { Client } from "pg";
import { OpenNotifications } from "./open-notifications.ts";
import { createTestDatabase } from "../testing/test-database.ts";

const log = createLog("test", "silent");

describe("notifications", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let notifications: OpenNotifications;
  let client: Client;

  before(async () => {
    database = await createTestDatabase();
    notifications = await OpenNotifications.open(database.url, log);
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await notifications[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const notify = (channel: string, payload: string) => client.query("select pg_notify($1, $2)", [channel, payload]);
  const heardOne = () => {
    const heard = Promise.withResolvers<string>();
    const unsubscribe = notifications.subscribe("jobs", heard.resolve);
    return heard.promise.finally(unsubscribe);
  };

  test("reach every subscriber of the channel, and nobody who has unsubscribed", async () => {
    const unheard: string[] = [];
    notifications.subscribe("jobs", (payload) => unheard.push(payload))();
    const unsubscribe = notifications.subscribe("deployments", (payload) => unheard.push(payload));
    const heard = [heardOne(), heardOne()];
    await notify("jobs", "job_1");
    assert.deepEqual(await Promise.all(heard), ["job_1", "job_1"]);
    unsubscribe();
    assert.deepEqual(unheard, []);
  });

  test("end a wait that they match, and no other", async () => {
    let ended = false;
    const waiting = notifications
      .wait("jobs", { timeoutMs: 60_000, matches: (payload) => payload === "mine" })
      .then(() => (ended = true));
    const other = heardOne();
    await notify("jobs", "other");
    await other;
    assert.equal(ended, false);
    await notify("jobs", "mine");
    await waiting;
  });

  test("a wait ends by itself after its time, and when its signal aborts", async () => {
    await notifications.wait("jobs", { timeoutMs: 5 });
    const leaving = new AbortController();
    const waiting = notifications.wait("jobs", { timeoutMs: 60_000, signal: leaving.signal });
    leaving.abort();
    await waiting;
    await notifications.wait("jobs", { timeoutMs: 60_000, signal: leaving.signal });
  });

  test("are heard again after the connection was lost, which itself wakes everybody", async () => {
    const woken = heardOne();
    const waiting = notifications.wait("jobs", { timeoutMs: 60_000, matches: () => false });
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ferrule-notifications' and datname = current_database()",
    );
    assert.equal(await woken, "");
    await waiting;
    const heard = heardOne();
    await notify("jobs", "job_2");
    assert.equal(await heard, "job_2");
  });

  test("closing wakes everybody who waits", async () => {
    const closing = await OpenNotifications.open(database.url, log);
    const waiting = closing.wait("executions", { timeoutMs: 60_000 });
    await closing[Symbol.asyncDispose]();
    await waiting;
    await closing.wait("executions", { timeoutMs: 60_000 });
  });
});
