import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { expireRecords } from "./expire-records.ts";

const place = { environment: "development", tenantId: "acme" } as const;
const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "string" }, n: { type: "integer" } } };
const atOnce = 50;

const plane = duringTests(startTestControlPlane);
const client = duringTests(() => plane.signInAs("owner"));
let made = 0;

async function collection(uniqueKeys: string[][]) {
  const body = { name: `c-${(made += 1)}`, schema, uniqueKeys };
  const { id: collectionId } = await client.createDataCollection({ body });
  const params = { collectionId };
  const upsert = (data: Record<string, string | number>, more: object = {}) =>
    client.upsertRecord({ params, body: { ...place, data, ...more } });
  const list = async () => (await client.queryRecords({ params, body: { ...place, limit: 200 } })).items;
  return { collectionId, params, upsert, list };
}

const times = <T>(run: (n: number) => Promise<T>, count = atOnce) =>
  Promise.all(Array.from({ length: count }, (_, at) => run(at)));

type Upserted = Awaited<ReturnType<Client["upsertRecord"]>>;

/** Each record that there was has each revision once from 1 on, and was inserted by the upsert of its revision 1. */
function noneLost(answers: readonly Upserted[]): void {
  for (const [id, ofOne] of Map.groupBy(answers, (answer) => answer.id)) {
    const revisions = ofOne.map(({ revision }) => revision).sort((a, b) => a - b);
    assert.deepEqual(
      revisions,
      revisions.map((_, at) => at + 1),
      id,
    );
    assert.ok(
      ofOne.every(({ created, revision }) => created === (revision === 1)),
      id,
    );
  }
}

describe(`${atOnce} upserts of one key at once`, () => {
  test("make one record, of which each is a revision", async () => {
    const { upsert, list } = await collection([["a"]]);
    const answers = await times((n) => upsert({ a: "same", n }));
    noneLost(answers);
    assert.equal(answers.filter(({ created }) => created).length, 1);
    const [record, ...more] = await list();
    assert.deepEqual([more.length, record?.revision], [0, atOnce]);
    const last = answers.find(({ revision }) => revision === atOnce);
    assert.deepEqual(record?.data, last?.data, "the data is that of the last one");
  });

  test("make one record too, if all give one id and the values of every other key", async () => {
    const { upsert, list } = await collection([["a"], ["b"]]);
    const answers = await times((n) => upsert({ a: "same", b: "same", n }, { key: ["a"], id: "one" }));
    noneLost(answers);
    assert.deepEqual(
      (await list()).map(({ id, revision }) => [id, revision]),
      [["one", atOnce]],
    );
  });

  test("make one record too, if half of them name one key and half another", async () => {
    const { upsert, list } = await collection([["a"], ["b"]]);
    const answers = await times((n) => upsert({ a: "same", b: "same", n }, { key: [n % 2 === 0 ? "a" : "b"] }));
    noneLost(answers);
    assert.deepEqual(
      (await list()).map(({ revision }) => revision),
      [atOnce],
    );
  });

  test("beside insertions of it: one of all makes the record", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { params, upsert, list } = await collection([["a"]]);
      const insert = (n: number) =>
        client.createRecord({ params, body: { ...place, id: "one", data: { a: "same", n } } }).then(
          () => 1,
          ({ code }: { code: string }) => (assert.equal(code, "CONFLICT"), 0),
        );
      const [answers, inserted] = await Promise.all([
        times((n) => upsert({ a: "same", n }, { id: "one" }), 15),
        times(insert, 15),
      ]);
      const [record, ...more] = await list();
      const created = answers.filter((answer) => answer.created).length;
      assert.equal(created + inserted.reduce((sum, one) => sum + one, 0), 1);
      assert.deepEqual([more.length, record?.revision], [0, answers.length + 1 - created]);
    }
  });

  test("beside deletion and expiry: none is refused, none is lost, and none changes a record that has another key", async () => {
    const { collectionId, params, upsert, list } = await collection([["a"], ["b"]]);
    const answers: Upserted[] = [];
    let deleted = 0;
    let expired = 0;
    const state = { over: false };
    const removing = times(async () => {
      while (!state.over) {
        for (const { id } of await list()) {
          const removed = client.deleteRecord({ params: { collectionId, recordId: id }, query: place });
          const count = await removed.then(
            () => 1,
            ({ status }: { status: number }) => (assert.equal(status, 404), 0),
          );
          deleted += count;
        }
      }
    }, 2);
    const expiring = (async () => {
      while (!state.over) {
        const { numAffectedRows = 0n } = await plane.app.store.inInstallation(({ tx }) =>
          sql`update records set expires_at = now() - interval '1 minute'
            where collection_id = ${params.collectionId} and expires_at is null`.execute(tx),
        );
        expired += Number(numAffectedRows);
        await expireRecords(plane.app);
        // Leaves deletion a turn.
        await delay(30);
      }
    })();
    const renaming = (async () => {
      while (!state.over) {
        for (const { id } of await list()) {
          const body = { ...place, data: { a: id, b: id } };
          const renamed = client.replaceRecord({ params: { collectionId, recordId: id }, body });
          await renamed.catch(({ status }: { status: number }) => assert.equal(status, 404));
        }
      }
    })();
    try {
      // Until each of them has met the others.
      const hasMetBoth = () => deleted > 0 && expired > 0;
      for (let round = 0; round < 4 || (round < 100 && !hasMetBoth()); round += 1) {
        answers.push(...(await times((n) => upsert({ a: "same", b: "same", n }, { key: ["a"] }))));
      }
    } finally {
      state.over = true;
      await Promise.all([removing, expiring, renaming]);
    }
    const left = (await list()).length;
    const created = answers.filter((answer) => answer.created).length;
    assert.ok(deleted > 0 && expired > 0 && created > 1, JSON.stringify({ deleted, expired, created }));
    assert.equal(created, deleted + expired + left, JSON.stringify({ created, deleted, expired, left }));
    assert.equal(new Set(answers.map(({ id, revision }) => `${id} ${revision}`)).size, answers.length);
    assert.ok(answers.every(({ data }) => data["a"] === "same"));
  });
});
