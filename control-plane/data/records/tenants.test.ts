import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
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

test("another Project's collection is not found", async () => {
  const collectionId = await collectionWith("tenants-d", ["acme"]);
  const other = await owner.client.createProject({ body: { slug: "others" } });
  const stranger = (await plane.session("developer", other.id)).client;
  await assert.rejects(
    stranger.listRecordTenants({ params: { collectionId }, query: { environment } }),
    (error: { status?: number }) => error.status === 404,
  );
});
