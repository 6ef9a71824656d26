import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { Client as Database } from "pg";
import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { eventHash, firstLink } from "./event-hash.ts";
import { sealAuditEvents } from "./seal-audit-events.ts";

describe("the audit chain", () => {
  const plane = duringTests(startTestControlPlane);
  const owner = duringTests(() => plane.session("owner"));
  let made = 0;

  const makeProject = () => owner.client.createProject({ body: { slug: `chained-${(made += 1)}` } });
  const allEvents = async (): Promise<AuditEvent[]> => {
    const text = await owner.client.exportAuditEvents({ query: {} });
    const lines = text.trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as AuditEvent).toReversed();
  };
  const newest = async () => (await owner.client.listAuditEvents({ query: { limit: 1 } })).items[0];
  /** Tampers as an owner of the database could, then restores the original. */
  const tampered = async (statement: string, undo: string) => {
    const run = (text: string) =>
      plane.app.store.inInstallation(async ({ tx }) => {
        await sql`alter table audit_events disable trigger user, no force row level security`.execute(tx);
        await sql.raw(text).execute(tx);
        await sql`alter table audit_events enable trigger user, force row level security`.execute(tx);
      });
    await run(statement);
    const found = await owner.client.verifyAuditEvents();
    await run(undo);
    return found;
  };

  test("seals an event within a second of its commit", async () => {
    const { id } = await makeProject();
    const began = performance.now();
    let lookMs = 0;
    const isSealed = async () => {
      const beganLook = performance.now();
      const { items } = await owner.client.listAuditEvents({ query: { targetId: id } });
      lookMs = Math.max(lookMs, performance.now() - beganLook);
      return items[0]?.hash !== null;
    };
    while (!(await isSealed())) {
      assert.ok(performance.now() - began < 30_000, "it was not sealed");
      await delay(20);
    }
    const ms = performance.now() - began;
    // On a busy machine a look itself takes long.
    assert.ok(ms < 1_500 + 10 * lookMs, `sealed after ${ms} ms, and a look took ${lookMs} ms`);
  });

  test("chains every event to the one before it, as anybody can check from an export", async () => {
    for (let round = 0; round < 5; round += 1) await makeProject();
    await sealAuditEvents(plane.app);
    let previous = firstLink;
    const sealed = (await allEvents()).filter(({ hash }) => hash !== null);
    assert.ok(sealed.length > 5);
    for (const event of sealed) {
      assert.equal(event.hash, eventHash(previous, event));
      previous = event.hash;
    }
    const { valid, checked, firstInvalidSequence } = await owner.client.verifyAuditEvents();
    assert.ok(valid && checked >= sealed.length && firstInvalidSequence === null);
  });

  test("says which event was altered, removed or moved, and that the end is missing", async () => {
    await makeProject();
    await sealAuditEvents(plane.app);
    const events = (await allEvents()).filter(({ hash }) => hash !== null);
    const [before, it, next] = events.slice(-4).map(({ sequence }) => sequence);
    const last = events.at(-1)?.sequence ?? 0;
    const cases: [string, string, number | undefined][] = [
      [
        `update audit_events set actor_email = 'nobody@acme.example' where sequence = ${it}`,
        `update audit_events set actor_email = '${owner.user.email}' where sequence = ${it}`,
        it,
      ],
      [
        `create table kept as select * from audit_events where sequence = ${it};
         delete from audit_events where sequence = ${it}`,
        `insert into audit_events overriding system value select * from kept; drop table kept`,
        next,
      ],
      [
        `update audit_events set id = 'swapped' where sequence = ${before};
         update audit_events set id = '${events.at(-4)?.id}' where sequence = ${it};`,
        `update audit_events set id = '${events.at(-3)?.id}' where sequence = ${it};
         update audit_events set id = '${events.at(-4)?.id}' where sequence = ${before};`,
        before,
      ],
      [
        `create table kept as select * from audit_events where sequence >= ${last};
         delete from audit_events where sequence >= ${last}`,
        `insert into audit_events overriding system value select * from kept; drop table kept`,
        last,
      ],
      [
        `update audit_events set hash = null where sequence = ${it}`,
        `update audit_events set hash = '${events.at(-3)?.hash}' where sequence = ${it}`,
        it,
      ],
    ];
    for (const [statement, undo, sequence] of cases) {
      const { valid, firstInvalidSequence } = await tampered(statement, undo);
      assert.deepEqual({ valid, firstInvalidSequence }, { valid: false, firstInvalidSequence: sequence }, statement);
    }
    assert.equal((await owner.client.verifyAuditEvents()).valid, true, "as it was again");
  });

  test("waits for no writer, and seals past what was rolled back but not past what may still come", async () => {
    await sealAuditEvents(plane.app);
    const start = (await newest())?.sequence ?? 0;
    const writer = new Database({ connectionString: plane.settings.databaseUrl });
    await writer.connect();
    const insert = (id: string) =>
      writer.query(
        `insert into audit_events (id, action, actor_kind, target_kind, outcome) values ($1, 'x.y', 'system', 'x', 'success')`,
        [id],
      );
    try {
      await writer.query("begin");
      await insert("aud_000000000000000000000000");
      await writer.query("rollback");
      await writer.query("begin");
      await insert("aud_000000000000000000000001");
      await makeProject();
      await sealAuditEvents(plane.app);
      assert.deepEqual([(await newest())?.sequence, (await newest())?.hash], [start + 3, null]);
      await writer.query("commit");
      await sealAuditEvents(plane.app);
      const [late, behind] = (await owner.client.listAuditEvents({ query: { limit: 2 } })).items.toReversed();
      assert.deepEqual([late?.sequence, behind?.sequence], [start + 2, start + 3]);
      assert.ok(late?.hash && behind && behind.hash === eventHash(late.hash, behind));
    } finally {
      await writer.end();
    }
    assert.equal((await owner.client.verifyAuditEvents()).valid, true);
  });

  test("stays one chain when two replicas seal at once under load", async () => {
    const writing = Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 5; round += 1) await makeProject();
      }),
    );
    const sealing = Promise.all(
      [0, 1].map(async () => {
        for (let round = 0; round < 20; round += 1) await sealAuditEvents(plane.app);
      }),
    );
    await Promise.all([writing, sealing]);
    await sealAuditEvents(plane.app);
    const { valid, checked } = await owner.client.verifyAuditEvents();
    assert.ok(valid && checked > 40);
  });

  test("the head is kept apart and only advances", async () => {
    const run = (statement: string) => plane.app.store.inInstallation(({ tx }) => sql.raw(statement).execute(tx));
    for (const statement of ["update audit_chain set sequence = 1", "delete from audit_chain", "truncate audit_chain"])
      await assert.rejects(run(statement), { message: /only advances/ });
  });
});
