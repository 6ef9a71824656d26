import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { eventually } from "../../testing/eventually.ts";

const schema = { type: "object", properties: { n: { type: "number" }, text: { type: "string" } }, required: ["n"] };
const place = { environment: "development", tenantId: "acme" } as const;
const query = "environment=development&tenantId=acme";

const plane = duringTests(startTestControlPlane);
const owner = duringTests(() => plane.session("owner"));
let made = 0;

const collection = async (over: object = {}) =>
  (await owner.client.createDataCollection({ body: { name: `c${(made += 1)}`, schema, ...over } })).id;

const send = (collectionId: string, text: string, more = "") =>
  owner.request(`/api/data-collections/${collectionId}/import?${query}${more}`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: text,
  });

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ id: `r${from + at}`, data: { n: from + at, text: "é" } }));

const exported = async (collectionId: string) =>
  (await owner.request(`/api/data-collections/${collectionId}/export?${query}`)).text;

describe("records as JSONL", () => {
  test("what is exported is imported again, elsewhere and in place of what is there", async () => {
    const collectionId = await collection({ indexes: ["n"], uniqueKeys: [["n"]] });
    const first = await send(collectionId, `${lines(1_203).join("\n")}\n\n`);
    assert.deepEqual([first.status, first.json], [200, { inserted: 1_203, replaced: 0 }]);
    const text = await exported(collectionId);
    const read = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: string; data: { n: number } });
    assert.equal(read.length, 1_203);
    assert.deepEqual(new Set(read.map(({ data }) => data.n)).size, 1_203);
    const again = await send(collectionId, text, "&onConflict=replace");
    assert.deepEqual(again.json, { inserted: 0, replaced: 1_203 });
    const elsewhere = await send(await collection(), text);
    assert.deepEqual(elsewhere.json, { inserted: 1_203, replaced: 0 });
  });

  test("one wrong line and nothing is stored; each is named by its number", async () => {
    const collectionId = await collection();
    const text = [
      ...lines(700),
      "{",
      '{"data":{"n":"x"}}',
      '{"data":{"n":1},"extra":1}',
      '{"id":"r1","data":{"n":1}}',
    ].join("\n");
    const { status, json } = await send(collectionId, text);
    assert.equal(status, 400);
    const issues = json.error.details?.["issues"] as { path: string }[];
    assert.deepEqual(
      issues.map(({ path }) => path),
      ["line 701", "line 702.data.n", "line 703.extra", "line 704.id"],
    );
    assert.equal(await exported(collectionId), "");
  });

  test("a line that meets a record or a key is named, and nothing is stored", async () => {
    const collectionId = await collection({ uniqueKeys: [["n"]] });
    await send(collectionId, lines(1, 550).join("\n"));
    const id = await send(collectionId, lines(600).join("\n"));
    assert.deepEqual(
      [id.status, id.json.error.code, id.json.error.details],
      [409, "CONFLICT", { fields: ["id"], line: 551 }],
    );
    const key = await send(collectionId, [...lines(20), '{"data":{"n":550}}'].join("\n"));
    assert.deepEqual([key.json.error.code, key.json.error.details], ["CONFLICT", { fields: ["n"], line: 21 }]);
    assert.equal((await exported(collectionId)).trim().split("\n").length, 1);
  });

  test("a line that is too long is 413", async () => {
    const collectionId = await collection();
    assert.equal((await send(collectionId, `{"data":{"n":1,"text":"${"x".repeat(600_000)}"}}`)).status, 413);
  });
});

describe("records that expire", () => {
  test("are gone at their time, and so are their ids and keys", async () => {
    const collectionId = await collection({ uniqueKeys: [["n"]], ttlSeconds: 3_600 });
    const body = { ...place, id: "one", data: { n: 1 } };
    const kept = await owner.client.createRecord({ params: { collectionId }, body: { ...place, data: { n: 2 } } });
    assert.ok(kept.expiresAt !== null && Date.parse(kept.expiresAt) - Date.now() > 3_000_000, "the collection's");
    await owner.client.createRecord({ params: { collectionId }, body: { ...body, ttlSeconds: 1 } });
    const params = { collectionId, recordId: "one" };
    await eventually(async () =>
      owner.client.getRecord({ params, query: place }).then(
        () => undefined,
        () => true,
      ),
    );
    const again = await owner.client.createRecord({ params: { collectionId }, body });
    assert.deepEqual([again.id, again.revision], ["one", 1]);
    const { items } = await owner.client.queryRecords({ params: { collectionId }, body: place });
    assert.equal(items.length, 2);
  });
});
