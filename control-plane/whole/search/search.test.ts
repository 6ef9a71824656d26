import assert from "node:assert/strict";
import { before, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { record, report } from "../../observed/executions/testing/reports.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { issuePaths } from "../../testing/refusal.ts";

const scene = duringTests(startScene);
const author = duringTests(() => startAuthor(scene));
let ids: Record<"look" | "book" | "desk" | "api" | "tool" | "route", string>;
before(async () => {
  const { client } = author;
  const look = await author.addFunction("order-look-up");
  const book = await author.addFunction("book-orders");
  const desk = await author.addEndpoint("order-desk");
  const api = await author.addEndpoint("shop", "http");
  const tool = await author.bindTool(desk, look, "look_up_order");
  const body = { functionId: look, method: "GET" as const, path: "/orders/{orderId}" };
  const { id: route } = await client.createHttpBinding({ params: { endpointId: api }, body });
  ids = { look, book, desk, api, tool, route };
});

const find = async (q: string, by = author) => (await by.client.search({ query: { q } })).items;
const kindsOf = async (q: string) => (await find(q)).map(({ kind, name }) => `${kind} ${name}`);

test("finds Functions, endpoints, tools and routes by any part of their names, whatever its case", async () => {
  const found = await find("ORDER");
  assert.deepEqual(
    found.map(({ id }) => id).toSorted(),
    [ids.look, ids.book, ids.desk, ids.tool, ids.route].toSorted(),
  );
  const tool = found.find(({ kind }) => kind === "tool");
  assert.deepEqual(tool, {
    kind: "tool",
    id: ids.tool,
    name: "look_up_order",
    detail: "order-desk",
    endpointId: ids.desk,
  });
  assert.deepEqual(await kindsOf("get /orders"), ["route GET /orders/{orderId}"]);
});

test("puts whole names before beginnings, those before words, and those before the rest", async () => {
  for (const slug of ["rank", "ranking", "the-rank", "frank"]) await author.addFunction(slug);
  assert.deepEqual(await kindsOf("rank"), ["function rank", "function ranking", "function the-rank", "function frank"]);
});

test("takes % and _ and \\ as they are", async () => {
  assert.deepEqual(await find("%"), []);
  assert.deepEqual(await find("\\"), []);
  assert.deepEqual(await kindsOf("k_u"), ["tool look_up_order"]);
});

test("finds deployments by number or id, executions by request id or id, anything by its id", async () => {
  const deployment = await author.deploy();
  for (const q of [String(deployment.number), `#${deployment.number}`, deployment.id]) {
    const first = (await find(q)).find(({ kind }) => kind === "deployment");
    assert.deepEqual([first?.id, first?.name], [deployment.id, `#${deployment.number}`], q);
  }
  const one = record(author.projectId, { status: "failed" });
  await report(scene.worker(), [one, record(author.projectId)]);
  for (const q of [one.requestId, one.id, ` ${one.requestId} `])
    assert.deepEqual(await find(q), [
      { kind: "execution", id: one.id, name: one.requestId, detail: "look-up, failed", endpointId: null },
    ]);
  for (const id of Object.values(ids))
    assert.deepEqual(
      (await find(id)).map((item) => item.id),
      [id],
    );
  assert.deepEqual(await find(one.requestId.slice(0, -1)), [], "a request id is given whole");
});

test("finds Functions and tools by what is in them, after those by name, and shows the place", async () => {
  const source = "export default () => {\n  // The RiskyThing is here\n  return 1;\n};";
  const hidden = await author.addFunction("hidden", { source });
  const named = await author.addFunction("riskything");
  const found = await find("riskything");
  assert.deepEqual(
    found.map(({ id }) => id),
    [named, hidden],
  );
  assert.match(found[1]?.detail ?? "", /^hidden: .*\/\/ The RiskyThing is here return 1;/);
  assert.deepEqual(
    (await find("a tool")).map(({ id, detail }) => [id, detail]),
    [[ids.tool, "order-desk: A tool"]],
  );
  assert.deepEqual(await find("ri"), await find("RI"), "a text of two characters looks at names only");
  assert.ok(!(await find("ri")).some(({ id }) => id === hidden));
});

test("finds secrets, keys, connections and Libraries by name, and no secret by its value", async () => {
  const { client } = author;
  const body = { environment: "development" as const, name: "FOUND_TOKEN", value: "hunter2-value" };
  const { id: secret } = await client.createSecret({ body });
  const key = await client.createApiKey({
    params: { endpointId: ids.desk },
    body: { environment: "development", name: "Found by Ada" },
  });
  assert.deepEqual(
    (await find("found")).map(({ kind, id }) => [kind, id]),
    [
      ["secret", secret],
      ["key", key.id],
    ],
  );
  assert.deepEqual(await find("hunter2"), []);
  assert.deepEqual(await find(key.value), []);
});

test("finds at most 20, nothing of another Project, and wants something to look for", async () => {
  const other = await startAuthor(scene);
  for (let index = 0; index < 23; index += 1) await other.addFunction(`many-${index}`);
  assert.equal((await find("many", other)).length, 20);
  assert.deepEqual(await find("many"), []);
  for (const q of ["", "   ", "x".repeat(201)])
    assert.deepEqual(await issuePaths(author.client.search({ query: { q } })), ["query.q"]);
  assert.deepEqual(await find("99999999999999999999"), []);
});
