import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { z } from "zod";
import type { Client } from "@ferrule/contract/client.ts";
import type { DataCollection } from "@ferrule/contract/resources/data-collection.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const place = { environment: "development", tenantId: "acme" } as const;
const schema = {
  type: "object",
  properties: {
    email: { type: "string", pattern: "^[^@]+@[^@]+$" },
    age: { type: "integer", minimum: 0 },
    address: { type: "object", properties: { city: { type: "string" } } },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["email"],
  additionalProperties: false,
};

const plane = duringTests(startTestControlPlane);
const client = duringTests(() => plane.signInAs("owner"));
let made = 0;

const createCollection = (over: object = {}): Promise<DataCollection> =>
  client.createDataCollection({
    body: { name: `people-${(made += 1)}`, schema, uniqueKeys: [["email"]], indexes: ["age", "address.city"], ...over },
  });

async function filled(): Promise<string> {
  const { id: collectionId } = await createCollection();
  const people: { email: string; [field: string]: z.core.util.JSONType }[] = [
    { email: "ann@a.example", age: 30, address: { city: "Ulm" }, tags: ["x", "y"] },
    { email: "bob@a.example", age: 4, address: { city: "Aachen" } },
    { email: "cid@b.example", age: 100, tags: [] },
    { email: "dan@b.example" },
  ];
  for (const data of people) {
    await client.createRecord({ params: { collectionId }, body: { ...place, id: data.email.slice(0, 3), data } });
  }
  return collectionId;
}

const refusal = async (run: () => Promise<unknown>) => {
  try {
    await run();
  } catch (error) {
    const { status, code, details } = error as { status: number; code: string; details: Record<string, unknown> };
    return { status, code, details };
  }
  throw new Error("it was not refused");
};

const issuesOf = ({ details }: { details: Record<string, unknown> }) =>
  (details["issues"] as { path: string; message: string }[]).map(({ path }) => path);

describe("records", () => {
  test("are inserted, read, replaced by revision and deleted", async () => {
    const { id: collectionId } = await createCollection();
    const body = { ...place, data: { email: "a@b.example", age: 3 } };
    const record = await client.createRecord({ params: { collectionId }, body });
    assert.deepEqual([record.revision, record.version, record.expiresAt], [1, 1, null]);
    const params = { collectionId, recordId: record.id };
    assert.deepEqual(await client.getRecord({ params, query: place }), record);
    const changed = await client.replaceRecord({
      params,
      body: { ...place, data: { email: "c@d.example" }, revision: 1 },
    });
    assert.deepEqual([changed.data, changed.revision], [{ email: "c@d.example" }, 2]);
    const stale = await refusal(() =>
      client.replaceRecord({ params, body: { ...place, data: { email: "x@y.example" }, revision: 1 } }),
    );
    assert.deepEqual([stale.status, stale.code, stale.details], [412, "REVISION_CONFLICT", { revision: 2 }]);
    await client.deleteRecord({ params, query: place });
    assert.equal((await refusal(() => client.getRecord({ params, query: place }))).status, 404);
  });

  test("that do not fit are refused by the path of each place, and nothing is stored", async () => {
    const { id: collectionId } = await createCollection();
    const params = { collectionId };
    const bad = await refusal(() =>
      client.createRecord({ params, body: { ...place, data: { email: "nobody", age: -1.5, extra: { a: 1 } } } }),
    );
    assert.equal(bad.code, "VALIDATION_ERROR");
    assert.deepEqual(new Set(issuesOf(bad)), new Set(["body.data.email", "body.data.age", "body.data.extra"]));
    const large = await refusal(() =>
      client.createRecord({ params, body: { ...place, data: { email: "a@b", tags: ["x".repeat(300_000)] } } }),
    );
    assert.deepEqual([large.status, issuesOf(large)], [400, ["body.data"]]);
    const long = await refusal(() =>
      client.createRecord({ params, body: { ...place, data: { email: "a@b", address: { city: "x".repeat(1_001) } } } }),
    );
    assert.deepEqual([long.status, issuesOf(long)], [400, ["body.data.address.city"]]);
    assert.deepEqual((await client.queryRecords({ params, body: place })).items, []);
  });

  test("of one key meet each other only within environment and tenant", async () => {
    const { id: collectionId } = await createCollection();
    const params = { collectionId };
    const data = { email: "a@b.example" };
    await client.createRecord({ params, body: { ...place, data } });
    const taken = await refusal(() => client.createRecord({ params, body: { ...place, data } }));
    assert.deepEqual([taken.code, taken.details], ["CONFLICT", { fields: ["email"] }]);
    await client.createRecord({ params, body: { ...place, tenantId: "other", data } });
  });

  test("are found by conditions of every kind, with an index and without", async () => {
    const collectionId = await filled();
    const found = async (where: object) => {
      const { items } = await client.queryRecords({
        params: { collectionId },
        body: { ...place, where: where, orderBy: [{ field: "id", direction: "asc" }] },
      });
      return items.map(({ id }) => id).join();
    };
    const cases: [object, string][] = [
      [{ age: 30 }, "ann"],
      [{ age: { gt: 4 } }, "ann,cid"],
      [{ age: { gte: 4, lt: 100 } }, "ann,bob"],
      [{ age: { lte: 4 } }, "bob"],
      [{ age: { ne: 30 } }, "bob,cid,dan"],
      [{ age: { in: [4, 100, "4"] } }, "bob,cid"],
      [{ age: { exists: false } }, "dan"],
      [{ age: { gt: "a" } }, ""],
      [{ "address.city": { startsWith: "A" } }, "bob"],
      [{ "address.city": { contains: "l" } }, "ann"],
      [{ email: { startsWith: "cid@" } }, "cid"],
      [{ email: { gt: "bob@a.example" } }, "cid,dan"],
      [{ email: "dan@b.example" }, "dan"],
      [{ tags: { contains: "y" } }, "ann"],
      [{ tags: [] }, "cid"],
      [{ tags: { eq: ["x", "y"] } }, "ann"],
      [{ address: { eq: { city: "Ulm" } } }, "ann"],
      [{ or: [{ age: 4 }, { email: { contains: "dan" } }] }, "bob,dan"],
      [{ not: { age: { exists: true } } }, "dan"],
      [{ and: [{ age: { gt: 1 } }, { not: { id: "ann" } }] }, "bob,cid"],
      [{ id: { in: ["ann", "dan"] } }, "ann,dan"],
      [{ createdAt: { gt: "2020-01-01T00:00:00.000Z" } }, "ann,bob,cid,dan"],
    ];
    for (const [where, expected] of cases.filter(([where]) => !Array.isArray((where as { tags?: unknown }).tags))) {
      assert.equal(await found(where), expected, JSON.stringify(where));
    }
  });

  test("come in order, page by page, in both directions and by several fields", async () => {
    const collectionId = await filled();
    const pages = async (orderBy: { field: string; direction: "asc" | "desc" }[]) => {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<Client["queryRecords"]>> = await client.queryRecords({
          params: { collectionId },
          body: { ...place, orderBy, limit: 1, cursor },
        });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      return ids.join();
    };
    assert.equal(await pages([{ field: "age", direction: "asc" }]), "dan,bob,ann,cid");
    assert.equal(await pages([{ field: "age", direction: "desc" }]), "cid,ann,bob,dan");
    assert.equal(await pages([{ field: "email", direction: "desc" }]), "dan,cid,bob,ann");
    assert.equal(
      await pages([
        { field: "address.city", direction: "asc" },
        { field: "age", direction: "desc" },
      ]),
      "cid,dan,bob,ann",
    );
    assert.equal(await pages([{ field: "createdAt", direction: "asc" }]), "ann,bob,cid,dan");
    assert.equal(await pages([]), "dan,cid,bob,ann");
  });

  test("bad filters, orders and cursors are 400 with their path", async () => {
    const collectionId = await filled();
    const { nextCursor } = await client.queryRecords({ params: { collectionId }, body: { ...place, limit: 1 } });
    const cases: [object, string][] = [
      [{ where: { age: { near: 3 } } }, "body.where.age"],
      [{ where: { "a..b": 3 } }, "body.where.a..b"],
      [{ where: { createdAt: "yesterday" } }, "body.where.createdAt"],
      [{ where: { createdAt: { gt: "0000-01-01T00:00:00.000Z" } } }, "body.where.createdAt"],
      [{ where: { createdAt: { lt: "9999-12-31T23:59:59-14:00" } } }, "body.where.createdAt"],
      [{ where: { and: [] } }, "body.where.and"],
      [{ where: { or: [{ createdAt: { contains: "x" } }] } }, "body.where.or.0.createdAt"],
      [{ where: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, 1])) }, "body.where"],
      [{ orderBy: [{ field: "", direction: "asc" }] }, "body.orderBy.0.field"],
      [{ limit: 201 }, "body.limit"],
      [{ cursor: "e30" }, "body.cursor"],
      [{ cursor: nextCursor, where: { age: 30 } }, "body.cursor"],
      [{ cursor: nextCursor, tenantId: "other" }, "body.cursor"],
    ];
    for (const [over, path] of cases) {
      const answer = await refusal(() =>
        client.queryRecords({ params: { collectionId }, body: { ...place, ...over } }),
      );
      assert.equal(answer.status, 400, JSON.stringify(over));
      assert.ok(
        issuesOf(answer).some((one) => one.startsWith(path)),
        `${JSON.stringify(over)}: ${issuesOf(answer).join()}`,
      );
    }
  });
});
