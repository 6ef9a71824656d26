import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../../testing/test-control-plane.ts";

describe("Idempotency-Key", () => {
  const plane = duringTests(startTestControlPlane);
  const admin = duringTests(() => plane.session("admin"));

  const create = (key: string, body: object, session = admin) =>
    session.request("/api/projects", { method: "POST", body, headers: { "idempotency-key": key } });

  test("answers the same again without doing it again: status, body, Location, one audit event", async () => {
    const first = await create("one", { slug: "once" });
    const second = await create("one", { slug: "once" });
    assert.deepEqual([second.status, second.text], [201, first.text]);
    assert.equal(second.headers.get("location"), first.headers.get("location"));
    assert.equal(second.headers.get("etag"), '"1"');
    const { items } = await admin.client.listAuditEvents({ query: { targetId: String(first.json["id"]) } });
    assert.equal(items.length, 1);
  });

  test("409 IDEMPOTENCY_CONFLICT with another body; another user's key is another key", async () => {
    await create("two", { slug: "two-a" });
    const conflict = await create("two", { slug: "two-b" });
    assert.deepEqual([conflict.status, conflict.json.error.code], [409, "IDEMPOTENCY_CONFLICT"]);
    assert.equal((await create("two", { slug: "two-b" }, await plane.session("admin"))).status, 201);
  });

  test("of requests at the same moment one does it, and all are answered alike", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create("three", { slug: "three" })));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  });

  test("a request that failed keeps nothing: the key can be used again", async () => {
    await create("other", { slug: "four" });
    assert.equal((await create("four", { slug: "four" })).json.error.code, "CONFLICT");
    assert.equal((await create("four", { slug: "four-free" })).status, 201);
  });

  test("is forgotten after 24 hours", async () => {
    await create("five", { slug: "five" });
    await plane.app.store.inInstallation(({ tx }) =>
      sql`update idempotency_keys set created_at = now() - interval '24 hours 1 second'`.execute(tx),
    );
    assert.equal((await create("five", { slug: "five" })).json.error.code, "CONFLICT");
  });

  test("never keeps a key's value, and compares bodies by a keyed hash", async () => {
    const { client } = admin;
    const me = await client.getMe();
    const body = { name: "ci", role: "admin" as const, projectId: me.activeProject?.id ?? "" };
    const headers = { "idempotency-key": "token" };
    const token = await client.createToken({ body, headers });
    const again = await client.createToken({ body, headers });
    assert.deepEqual([again.id, again.value], [token.id, undefined]);
    const user = { email: "kept@acme.example", name: "K", role: "developer" as const, password: "seven green trains" };
    const made = await client.createUser({ body: user, headers: { "idempotency-key": "user" } });
    assert.equal((await client.createUser({ body: user, headers: { "idempotency-key": "user" } })).id, made.id);
    const { rows } = await plane.app.store.inInstallation(({ tx }) => sql`select * from idempotency_keys`.execute(tx));
    const kept = JSON.stringify(rows);
    assert.ok(kept.includes(token.id) && !kept.includes(token.value) && !kept.includes("trains"));
  });

  test("400 for a key that is empty, long or not ASCII", async () => {
    for (const key of ["", "x".repeat(256), "é"]) {
      const answer = await create(key, { slug: "never" });
      assert.deepEqual([answer.status, answer.json.error.code], [400, "VALIDATION_ERROR"], key);
    }
  });
});
