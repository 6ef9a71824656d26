import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { deployDrafts } from "../../testing/deploy-drafts.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const place = { environment: "development", tenantId: "acme" } as const;
const schema = {
  type: "object",
  properties: {
    sku: { type: "string" },
    shop: { type: ["string", "null"] },
    code: { type: "string" },
    n: { type: "integer" },
  },
  required: ["n"],
  additionalProperties: false,
};
const shopKey = ["shop", "sku"];

const plane = duringTests(startTestControlPlane);
let projectId: string;
let client: Client;
let made = 0;

before(async () => {
  ({ id: projectId } = await plane.createProject());
  client = await plane.signInAs("owner", projectId);
});

/** A collection, and what upserts into it. */
async function collection(over: object = {}) {
  const name = `stock-${(made += 1)}`;
  const { id: collectionId } = await client.createDataCollection({
    body: { name, schema, uniqueKeys: [["sku"]], ...over },
  });
  const params = { collectionId };
  const upsert = (data: object, more: object = {}, by = client) =>
    by.upsertRecord({ params, body: { ...place, data, ...more } as never });
  const list = async (where: object = place) =>
    (await client.queryRecords({ params, body: { ...place, ...where } })).items.map(({ id, data, revision }) => ({
      id,
      data,
      revision,
    }));
  return { collectionId, params, upsert, list };
}

const refusal = async (run: () => Promise<unknown>) => {
  try {
    await run();
  } catch (error) {
    const { status, code, message, details } = error as Record<string, unknown>;
    const issues = (details as { issues?: { path: string; message: string }[] } | undefined)?.issues ?? [];
    return { status, code, message, details, issues: issues.map(({ path, message: said }) => `${path} ${said}`) };
  }
  throw new Error("it was not refused");
};

/** Lets a record's time be over without waiting for it. Nobody has swept it away yet. */
const expire = (recordId: string) =>
  plane.app.store.inInstallation(({ tx }) =>
    sql`update records set expires_at = now() - interval '1 second' where id = ${recordId}`.execute(tx),
  );

describe("an upsert", () => {
  test("inserts where no record has the values of the key, and else replaces the data of the one that has", async () => {
    const { collectionId, upsert, list } = await collection({ indexes: ["n"] });
    const first = await upsert({ sku: "a", code: "x", n: 1 });
    assert.deepEqual([first.created, first.revision, first.version, first.expiresAt], [true, 1, 1, null]);
    assert.match(first.id, /^rec_/);
    const second = await upsert({ sku: "a", n: 2 });
    assert.deepEqual([second.created, second.id, second.revision], [false, first.id, 2]);
    assert.deepEqual(second.data, { sku: "a", n: 2 }, "it replaces: nothing is left of the data before");
    assert.equal(second.createdAt, first.createdAt);
    const other = await upsert({ sku: "b", n: 2 });
    assert.equal(other.created, true);
    const { created, ...record } = second;
    assert.equal(created, false);
    assert.deepEqual(await client.getRecord({ params: { collectionId, recordId: first.id }, query: place }), record);
    assert.equal((await list({ where: { n: 2 } })).length, 2, "the index knows of it");
    assert.equal((await list({ where: { n: 1 } })).length, 0);
  });

  test("finds the record by one of several keys, whose fields are named in any order", async () => {
    const { upsert, list } = await collection({ uniqueKeys: [["code"], shopKey] });
    const first = await upsert({ shop: "ulm", sku: "a", code: "1", n: 1 }, { key: shopKey });
    const moved = await upsert({ shop: "ulm", sku: "a", code: "2", n: 2 }, { key: ["sku", "shop"] });
    assert.deepEqual([moved.created, moved.id], [false, first.id]);
    const byCode = await upsert({ shop: "bonn", sku: "a", code: "2", n: 3 }, { key: ["code"] });
    assert.deepEqual([byCode.created, byCode.id, byCode.revision], [false, first.id, 3]);
    const free = await upsert({ shop: "ulm", sku: "a", code: "3", n: 4 }, { key: shopKey });
    assert.equal(free.created, true, "the first has left this key");
    assert.equal((await list()).length, 2);
  });

  test("takes the id and the time to live of an insertion, and leaves both as they are when it replaces", async () => {
    const { upsert } = await collection({ ttlSeconds: 3_600 });
    const made = await upsert({ sku: "a", n: 1 }, { id: "mine" });
    assert.equal(made.id, "mine");
    const lives = (expiresAt: string | null) => Math.round((Date.parse(expiresAt ?? "") - Date.now()) / 60_000);
    assert.equal(lives(made.expiresAt), 60, "the collection's");
    const replaced = await upsert({ sku: "a", n: 2 }, { id: "other" });
    assert.deepEqual([replaced.id, replaced.created, replaced.expiresAt], ["mine", false, made.expiresAt]);
    assert.equal(lives((await upsert({ sku: "a", n: 3 }, { ttlSeconds: 7_200 })).expiresAt), 120);
    assert.equal(lives((await upsert({ sku: "b", n: 3 }, { ttlSeconds: 60 })).expiresAt), 1);
  });

  test("meets only records of its own environment, tenant and Project", async () => {
    const { collectionId, upsert, list } = await collection();
    const own = await upsert({ sku: "a", n: 1 });
    const theirs = await upsert({ sku: "a", n: 2 }, { tenantId: "other" });
    assert.deepEqual([theirs.created, theirs.revision], [true, 1]);
    assert.deepEqual(await list(), [{ id: own.id, data: { sku: "a", n: 1 }, revision: 1 }]);
    const { id: foreign } = await plane.createProject();
    const stranger = await plane.signInAs("owner", foreign);
    const body = { ...place, data: { sku: "a", n: 9 } };
    const answer = await refusal(() => stranger.upsertRecord({ params: { collectionId }, body }));
    assert.deepEqual([answer.status, answer.code], [404, "NOT_FOUND"]);
    assert.equal((await list()).length, 1);
  });

  test("needs the role that inserting and replacing need in the environment, and is audited", async () => {
    const { collectionId, upsert, list } = await collection();
    const developer = await plane.signInAs("developer", projectId);
    const operator = await plane.signInAs("operator", projectId);
    await deployDrafts(plane, client);
    const [deployment] = (await client.listDeployments({ query: {} })).items;
    await client.releaseDeployment({ body: { projectDeploymentId: deployment?.id ?? "" } });
    const production = { environment: "production" };
    assert.equal((await refusal(() => upsert({ sku: "a", n: 1 }, production, developer))).code, "FORBIDDEN");
    assert.deepEqual(await list(production), []);
    assert.equal((await upsert({ sku: "a", n: 1 }, {}, developer)).created, true);
    assert.equal((await upsert({ sku: "a", n: 1 }, production, operator)).created, true);
    const { items } = await client.listAuditEvents({ query: { action: "record.upsert" } });
    const events = items.filter(({ changes }) => changes["collectionId"] === collectionId);
    assert.deepEqual(
      events.map(({ changes }) => [changes["environment"], changes["created"], changes["revision"]]),
      [
        ["production", true, 1],
        ["development", true, 1],
      ],
    );
    assert.doesNotMatch(JSON.stringify(events), /sku/, "never its data");
  });

  test("counts once, however often it is sent with one Idempotency-Key", async () => {
    const { upsert, list, params } = await collection();
    const body = { ...place, data: { sku: "a", n: 1 } };
    const headers = { "idempotency-key": "upsert-1" };
    const first = await client.upsertRecord({ params, body, headers });
    await upsert({ sku: "a", n: 2 });
    assert.deepEqual(await client.upsertRecord({ params, body, headers }), first);
    assert.deepEqual((await list())[0]?.data, { sku: "a", n: 2 });
  });
});

describe("an upsert with a revision", () => {
  test("only replaces the record that still has it", async () => {
    const { upsert, list } = await collection();
    const first = await upsert({ sku: "a", n: 1 });
    const second = await upsert({ sku: "a", n: 2 }, { revision: first.revision });
    assert.deepEqual([second.created, second.revision], [false, 2]);
    const stale = await refusal(() => upsert({ sku: "a", n: 3 }, { revision: 1 }));
    assert.deepEqual([stale.status, stale.code, stale.details], [412, "REVISION_CONFLICT", { revision: 2 }]);
    const absent = await refusal(() => upsert({ sku: "b", n: 3 }, { revision: 1 }));
    assert.deepEqual([absent.status, absent.code], [412, "REVISION_CONFLICT"]);
    await expire(first.id);
    assert.equal((await refusal(() => upsert({ sku: "a", n: 3 }, { revision: 2 }))).code, "REVISION_CONFLICT");
    assert.deepEqual(await list(), []);
  });
});

describe("records that have expired and are not swept yet", () => {
  test("do not count as there: the upsert inserts a record of its own", async () => {
    const { upsert, list } = await collection({ uniqueKeys: [["sku"], ["code"]] });
    const first = await upsert({ sku: "a", code: "1", n: 1 }, { key: ["sku"], ttlSeconds: 60 });
    await upsert({ sku: "a", code: "1", n: 1 }, { key: ["sku"] });
    await expire(first.id);
    const again = await upsert({ sku: "a", code: "1", n: 2 }, { key: ["sku"] });
    assert.deepEqual([again.created, again.revision, again.expiresAt], [true, 1, null]);
    assert.notEqual(again.id, first.id);
    assert.notEqual(again.createdAt, first.createdAt);
    assert.deepEqual(await list(), [{ id: again.id, data: { sku: "a", code: "1", n: 2 }, revision: 1 }]);
  });

  test("leave their other keys and their ids free, for an insertion and for a replacement", async () => {
    const { upsert } = await collection({ uniqueKeys: [["sku"], ["code"]] });
    const gone = await upsert({ sku: "a", code: "1", n: 1 }, { key: ["sku"], id: "taken" });
    await expire(gone.id);
    const inserted = await upsert({ sku: "b", code: "1", n: 1 }, { key: ["sku"], id: "taken" });
    assert.deepEqual([inserted.created, inserted.id, inserted.revision], [true, "taken", 1]);
    await expire((await upsert({ sku: "c", code: "2", n: 1 }, { key: ["sku"] })).id);
    const replaced = await upsert({ sku: "b", code: "2", n: 2 }, { key: ["sku"] });
    assert.deepEqual([replaced.created, replaced.id], [false, "taken"]);
  });
});

describe("an upsert is refused, and stores nothing", () => {
  test("where another record has the values of another key, or the id", async () => {
    const { upsert, list } = await collection({ uniqueKeys: [["sku"], ["code"]] });
    await upsert({ sku: "a", code: "1", n: 1 }, { key: ["sku"], id: "one" });
    await upsert({ sku: "b", code: "2", n: 1 }, { key: ["sku"], id: "two" });
    const before = await list();
    const replacing = await refusal(() => upsert({ sku: "b", code: "1", n: 2 }, { key: ["sku"] }));
    assert.deepEqual([replacing.status, replacing.code, replacing.details], [409, "CONFLICT", { fields: ["code"] }]);
    const inserting = await refusal(() => upsert({ sku: "c", code: "1", n: 2 }, { key: ["sku"] }));
    assert.deepEqual([inserting.code, inserting.details], ["CONFLICT", { fields: ["code"] }]);
    const taken = await refusal(() => upsert({ sku: "c", code: "3", n: 2 }, { key: ["sku"], id: "one" }));
    assert.deepEqual([taken.code, taken.details], ["CONFLICT", { fields: ["id"] }]);
    assert.deepEqual(await list(), before);
  });

  test("for a key that is unknown, not named, or not there at all", async () => {
    const one = await collection();
    const several = await collection({ uniqueKeys: [["code"], shopKey] });
    const none = await collection({ uniqueKeys: [] });
    const data = { sku: "a", shop: "ulm", code: "1", n: 1 };
    const cases: [() => Promise<unknown>, string][] = [
      [() => one.upsert(data, { key: ["code"] }), "body.key must name a unique key of the collection: sku"],
      [
        () => several.upsert(data, { key: ["sku"] }),
        "body.key must name a unique key of the collection: code, or shop and sku",
      ],
      [() => several.upsert(data), "body.key must name a unique key of the collection: code, or shop and sku"],
      [() => none.upsert(data), "body.key must name a unique key, and the collection has none"],
      [() => none.upsert(data, { key: ["sku"] }), "body.key must name a unique key, and the collection has none"],
    ];
    for (const [run, issue] of cases) {
      const { status, code, issues } = await refusal(run);
      assert.deepEqual([status, code, issues], [400, "VALIDATION_ERROR", [issue]]);
    }
    for (const key of [[], "sku", ["sku", "sku"], ["a..b"], ["a", "b", "c", "d", "e"]]) {
      const { code, issues } = await refusal(() => one.upsert(data, { key }));
      assert.equal(code, "VALIDATION_ERROR", JSON.stringify(key));
      assert.match(issues.join(), /^body\.key/);
    }
    assert.deepEqual([...(await one.list()), ...(await several.list()), ...(await none.list())], []);
  });

  test("where a value of the key is missing or null", async () => {
    const { upsert, list } = await collection({ uniqueKeys: [shopKey] });
    const why = "must be there and not be null, because the record is found by it";
    for (const [data, issues] of [
      [{ sku: "a", n: 1 }, [`body.data.shop ${why}`]],
      [{ sku: "a", shop: null, n: 1 }, [`body.data.shop ${why}`]],
      [{ n: 1 }, [`body.data.shop ${why}`, `body.data.sku ${why}`]],
    ] as const) {
      const answer = await refusal(() => upsert(data));
      assert.deepEqual([answer.status, answer.code, answer.issues], [400, "VALIDATION_ERROR", [...issues]]);
    }
    assert.deepEqual(await list(), []);
  });

  test("where the data does not fit the schema or an index, and before Production knows the collection", async () => {
    const { upsert, list } = await collection({ indexes: ["code"] });
    await upsert({ sku: "a", n: 1 });
    assert.match((await refusal(() => upsert({ sku: "a", n: "x" }))).issues.join(), /^body\.data\.n /);
    assert.match((await refusal(() => upsert({ sku: "a", n: 1, more: 1 }))).issues.join(), /^body\.data\.more /);
    const long = await refusal(() => upsert({ sku: "a", n: 1, code: "x".repeat(1_001) }));
    assert.match(long.issues.join(), /^body\.data\.code must be at most/);
    const large = await refusal(() => upsert({ sku: "a", n: 1, code: "x".repeat(300_000) }));
    assert.match(large.issues.join(), /^body\.data must be at most 256 KiB/);
    const early = await refusal(() => upsert({ sku: "a", n: 1 }, { environment: "production" }));
    assert.deepEqual([early.status, early.code], [409, "INVALID_STATE"]);
    assert.deepEqual((await list())[0]?.data, { sku: "a", n: 1 });
  });
});
