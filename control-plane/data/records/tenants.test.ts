import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const plane = duringTests(startTestControlPlane);
const owner = duringTests(() => plane.session("owner"));

const schema = { type: "object", properties: { n: { type: "integer" } }, additionalProperties: false } as const;
const environment = "development" as const;

async function collectionWith(name: string, tenants: readonly string[]): Promise<string> {
  const { id: collectionId } = await owner.client.createDataCollection({ body: { name, schema } });
  for (const tenantId of tenants)
    await owner.client.createRecord({ params: { collectionId }, body: { environment, tenantId, data: { n: 1 } } });
  return collectionId;
}

test("the tenants with records are listed by name, once each, page by page, of this collection and environment only", async () => {
  const { client } = owner;
  const collectionId = await collectionWith("tenants-a", ["beta", "acme", "beta", "o:1", "beta"]);
  await collectionWith("tenants-b", ["elsewhere"]);
  const params = { collectionId };
  const first = await client.listRecordTenants({ params, query: { environment, limit: 2 } });
  assert.deepEqual(first.items, [{ tenantId: "acme" }, { tenantId: "beta" }]);
  const cursor = first.nextCursor ?? assert.fail("no second page");
  const second = await client.listRecordTenants({ params, query: { environment, limit: 2, cursor } });
  assert.deepEqual(second, { items: [{ tenantId: "o:1" }], nextCursor: null });
  const production = await client.listRecordTenants({ params, query: { environment: "production" } });
  assert.deepEqual(production, { items: [], nextCursor: null });
});

test("a tenant whose records are deleted is listed no longer", async () => {
  const { client } = owner;
  const collectionId = await collectionWith("tenants-c", []);
  const params = { collectionId };
  const body = { environment, data: { n: 1 } };
  const { id } = await client.createRecord({ params, body: { ...body, tenantId: "leaves" } });
  await client.createRecord({ params, body: { ...body, tenantId: "stays" } });
  const query = { environment, tenantId: "leaves" };
  await client.deleteRecord({ params: { collectionId, recordId: id }, query });
  const { items } = await client.listRecordTenants({ params, query: { environment } });
  assert.deepEqual(items, [{ tenantId: "stays" }]);
});

test("a part of a name finds tenants in any case, among a thousand, page by page", async () => {
  const { client } = owner;
  const names = Array.from({ length: 1_000 }, (_, n) => `Customer-${String(n).padStart(4, "0")}`);
  const collectionId = await collectionWith("tenants-many", []);
  const create = (tenantId: string) =>
    client.createRecord({ params: { collectionId }, body: { environment, tenantId, data: { n: 1 } } });
  for (let at = 0; at < names.length; at += 20) await Promise.all(names.slice(at, at + 20).map(create));
  const find = async (q: string, limit = 200) => {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { environment, q, limit, ...(cursor === undefined ? {} : { cursor }) };
      const page = await client.listRecordTenants({ params: { collectionId }, query });
      found.push(...page.items.map(({ tenantId }) => tenantId));
      cursor = page.nextCursor;
    }
    return found;
  };
  assert.deepEqual(await find("customer-09", 30), names.slice(900));
  assert.deepEqual(await find("0777"), ["Customer-0777"]);
  assert.deepEqual(await find("%"), []);
  assert.deepEqual(await find("c"), names);
  const { nextCursor } = await client.listRecordTenants({ params: { collectionId }, query: { environment, limit: 1 } });
  const query = { environment, q: "customer", cursor: nextCursor ?? "" };
  await assert.rejects(client.listRecordTenants({ params: { collectionId }, query }), { status: 400 });
});

test("a search among more tenants than one page looks at goes on with the next page", async (t) => {
  const collectionId = await collectionWith("tenants-crowd", []);
  await plane.app.store.inInstallation(({ tx }) =>
    sql`insert into records (project_id, collection_id, environment, tenant_id, id, version, data)
      select c.project_id, c.id, ${environment}, 'crowd-' || lpad(n::text, 5, '0'), 'rec_1', 1, '{}'
      from data_collections c, generate_series(1, 30000) n where c.id = ${collectionId}`.execute(tx),
  );
  const params = { collectionId };
  const began = performance.now();
  const first = await owner.client.listRecordTenants({ params, query: { environment, q: "29999" } });
  t.diagnostic(`20,000 tenants in ${Math.round(performance.now() - began)} ms`);
  assert.deepEqual(first.items, []);
  const query = { environment, q: "29999", cursor: first.nextCursor ?? assert.fail("no second page") };
  const second = await owner.client.listRecordTenants({ params, query });
  assert.deepEqual(second, { items: [{ tenantId: "crowd-29999" }], nextCursor: null });
});

test("another Project's collection is not found", async () => {
  const collectionId = await collectionWith("tenants-d", ["acme"]);
  const other = await owner.client.createProject({ body: { slug: "others" } });
  const stranger = (await plane.session("developer", other.id)).client;
  await assert.rejects(
    stranger.listRecordTenants({ params: { collectionId }, query: { environment } }),
    (error: { status?: number }) => error.status === 404,
  );
});
