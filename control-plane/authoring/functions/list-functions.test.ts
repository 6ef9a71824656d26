import assert from "node:assert/strict";
import { before, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { record, report } from "../../observed/executions/testing/reports.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { issuePaths } from "../../testing/refusal.ts";

type Query = NonNullable<NonNullable<Parameters<Author["client"]["listFunctions"]>[0]>["query"]>;

const scene = duringTests(startScene);
const author = duringTests(() => startAuthor(scene));
const ids: string[] = [];
before(async () => {
  for (let index = 0; index < 30; index += 1) {
    const slug = `f-${String(index).padStart(2, "0")}`;
    const name = index === 7 ? "Refund 100% of an Order" : `Number ${29 - index}`;
    const { id } = await author.client.createFunction({ body: { slug, name, source: `// ${slug}` } });
    ids.push(id);
  }
});

const slugs = async (query: Query) => (await author.client.listFunctions({ query })).items.map(({ slug }) => slug);

/** Every page of a list, one after the other. */
async function everyPage(query: Query): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await author.client.listFunctions({
      query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
    });
    found.push(...page.items.map(({ slug }) => slug));
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

test("finds by a part of a name or slug whatever its case, by a whole id, and takes % as it is", async () => {
  assert.deepEqual(await slugs({ q: "ORDER" }), ["f-07"]);
  assert.deepEqual(
    await slugs({ q: "f-2" }),
    Array.from({ length: 10 }, (_, n) => `f-${29 - n}`),
  );
  assert.deepEqual(await slugs({ q: "100%" }), ["f-07"]);
  assert.deepEqual(await slugs({ q: "1_0" }), []);
  assert.deepEqual(await slugs({ q: ` ${ids[3]} ` }), ["f-03"]);
  assert.deepEqual(await slugs({ q: "Nobody" }), []);
});

test("answers those of given ids, names or slugs, and nothing of another Project", async () => {
  assert.deepEqual(await slugs({ ids: `${ids[1]},${ids[2]},fn_none` }), ["f-02", "f-01"]);
  assert.deepEqual(await slugs({ names: "f-04\nRefund 100% of an Order" }), ["f-07", "f-04"]);
  const other = await startAuthor(scene);
  assert.deepEqual((await other.client.listFunctions({ query: { ids: ids.join(",") } })).items, []);
  assert.deepEqual((await other.client.listFunctions({ query: { q: "f-0" } })).items, []);
  const many = Array.from({ length: 101 }, (_, n) => `fn_${n}`).join(",");
  assert.deepEqual(await issuePaths(author.client.listFunctions({ query: { ids: many } })), ["query.ids"]);
});

test("sorts every page by what it is asked for, both ways, without a row twice or left out", async () => {
  const expected = (await everyPage({ limit: 200 })).toSorted();
  for (const sort of ["name", "-name", "updatedAt", "-updatedAt", "revision", "-revision"] as const) {
    const found = await everyPage({ sort, limit: 7 });
    assert.deepEqual(found.toSorted(), expected, sort);
    assert.deepEqual(found, await slugs({ sort, limit: 200 }), sort);
  }
  assert.deepEqual(await everyPage({ sort: "updatedAt", limit: 4 }), expected);
  const names = (await author.client.listFunctions({ query: { sort: "name", limit: 200 } })).items.map(
    ({ name }) => name,
  );
  assert.equal(names[0], "Number 0");
  assert.equal(names.at(-1), "Refund 100% of an Order");
});

test("refuses a cursor of another search or order", async () => {
  const { nextCursor } = await author.client.listFunctions({ query: { q: "f-", limit: 2 } });
  assert.ok(nextCursor);
  for (const query of [{ q: "f-1" }, { q: "f-", sort: "name" as const }, {}]) {
    const asked = author.client.listFunctions({ query: { ...query, limit: 2, cursor: nextCursor } });
    assert.deepEqual(await issuePaths(asked), ["query.cursor"]);
  }
});

test("says where each is bound, and its calls of the last day in one environment", async () => {
  const [look, book] = [
    await author.addFunction("look", { called: false }),
    await author.addFunction("book", { called: false }),
  ];
  const desk = await author.addEndpoint("desk");
  for (const tool of ["b_tool", "a_tool"]) await author.bindTool(desk, look, tool);
  const yesterday = new Date(Date.now() - 26 * 3_600_000).toISOString();
  const of = { functionId: look, functionName: "look", endpointId: desk, environment: "production" as const };
  await report(scene.worker(), [
    record(author.projectId, of),
    record(author.projectId, { ...of, status: "failed" }),
    record(author.projectId, { ...of, startedAt: yesterday }),
    record(author.projectId, { ...of, environment: "development" }),
    record(author.projectId, { ...of, source: "test" }),
  ]);
  const query = { activityIn: "production", sort: "-calls", limit: 5 } as const;
  const { items } = await author.client.listFunctions({ query });
  assert.equal(items[0]?.id, look);
  const endpoint = { endpointId: desk, endpointName: "desk", kind: "mcp" };
  assert.deepEqual(items[0]?.activity, {
    calls: 2,
    failed: 1,
    bindings: 2,
    boundAs: [
      { ...endpoint, name: "a_tool" },
      { ...endpoint, name: "b_tool" },
    ],
  });
  const idle = (await author.client.listFunctions({ query: { ...query, ids: book } })).items[0];
  assert.deepEqual(idle?.activity, { calls: 0, failed: 0, bindings: 0, boundAs: [] });
  const endpoints = await author.client.listRuntimeEndpoints({ query });
  assert.deepEqual(endpoints.items[0]?.activity, { bindings: 2, calls: 2, failed: 1 });
  assert.equal((await author.client.listFunctions({ query: { ids: look } })).items[0]?.activity, undefined);
  assert.deepEqual(await slugs({ boundTo: desk }), ["look"]);
  const offering = await author.client.listRuntimeEndpoints({ query: { functionId: look } });
  assert.deepEqual(
    offering.items.map(({ id }) => id),
    [desk],
  );
  for (const [functionId, count] of [
    [look, 2],
    [book, 0],
  ] as const) {
    const tools = await author.client.listMcpBindings({ params: { endpointId: desk }, query: { functionId } });
    assert.equal(tools.items.length, count);
  }
  assert.deepEqual(await issuePaths(author.client.listFunctions({ query: { sort: "calls" } })), ["query.activityIn"]);
  const found = await everyPage({ ...query, limit: 7 });
  assert.equal(new Set(found).size, found.length);
  assert.equal(found[0], "look");
});

test("filters by state", async () => {
  await author.bindTool(await author.addEndpoint("shop"), ids[0] ?? "", "first");
  const deployed = await slugs({ status: "deployed" });
  assert.deepEqual(deployed, []);
  assert.ok((await slugs({ status: "draft", limit: 200 })).includes("f-00"));
});

test("answers those that use something of any kind, and which revision each environment serves", async () => {
  const permissions = {
    secrets: ["USED_KEY"],
    hosts: ["*.used.example"],
    collections: [{ name: "used-orders", access: "read" as const }],
    connections: ["used_shop"],
    cache: true,
  };
  const source =
    'import { parse } from "csv-parse/sync"; import { euros } from "lib/money"; export default parse(euros);';
  await author.client.createFunction({ body: { slug: "user", source, permissions } });
  await author.addFunction("other", { secrets: ["USED_KEY_2"], called: false });
  for (const query of [
    { secret: "USED_KEY" },
    { host: "*.used.example" },
    { collection: "used-orders" },
    { connection: "used_shop" },
    { cache: "true" as const, secret: "USED_KEY" },
    { library: "csv-parse" },
    { library: "lib/money" },
    { secret: "USED_KEY", collection: "used-orders", library: "lib/money" },
  ])
    assert.deepEqual(await slugs(query), ["user"], JSON.stringify(query));
  for (const query of [
    { secret: "USED" },
    { host: "used.example" },
    { connection: "used" },
    { collection: "read" },
    { library: "csv" },
    { secret: '"],"x":["' },
  ])
    assert.deepEqual(await slugs(query), [], JSON.stringify(query));
  const stranger = await startAuthor(scene);
  assert.deepEqual((await stranger.client.listFunctions({ query: { secret: "USED_KEY" } })).items, []);
  assert.deepEqual(await issuePaths(author.client.listFunctions({ query: { secret: "" } })), ["query.secret"]);
  const { items } = await author.client.listFunctions({ query: { secret: "USED_KEY" } });
  assert.deepEqual(items[0]?.served, { development: null, production: null });
});
