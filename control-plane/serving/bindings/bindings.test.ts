import assert from "node:assert/strict";
import { before, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { issuePaths } from "../../testing/refusal.ts";

const plane = duringTests(startTestControlPlane);
const client = duringTests(() => plane.signInAs("developer"));
let functionId: string;
before(async () => {
  functionId = (await client.createFunction({ body: { slug: "bound", source: "export default () => 1;" } })).id;
});

let made = 0;
const endpointOf = async (kind: "mcp" | "http") =>
  (await client.createRuntimeEndpoint({ body: { kind, slug: `endpoint-${(made += 1)}` } })).id;
const bindTool = (endpointId: string, toolName: string, over: object = {}) =>
  client.createMcpBinding({ params: { endpointId }, body: { functionId, toolName, description: "A tool", ...over } });
const bindRoute = (endpointId: string, method: "GET" | "POST", path: string, over: object = {}) =>
  client.createHttpBinding({ params: { endpointId }, body: { functionId, method, path, ...over } });
const conflict = { status: 409, code: "CONFLICT" };
const unknown = "fn_000000000000000000000000";

test("binds a Function as a tool with the defaults of the contract", async () => {
  const endpointId = await endpointOf("mcp");
  const binding = await bindTool(endpointId, "look_up", { annotations: { readOnlyHint: true } });
  const { id, projectId, createdAt, updatedAt, ...rest } = binding;
  assert.deepEqual(rest, {
    endpointId,
    kind: "tool",
    functionId,
    toolName: "look_up",
    title: null,
    description: "A tool",
    annotations: { readOnlyHint: true },
    enabled: true,
    scope: null,
    whenClientLeaves: "auto",
    icons: [],
    uri: null,
    mimeType: null,
    contentSize: null,
    messages: null,
    arguments: [],
    audience: [],
    priority: null,
    warnings: [],
    revision: 1,
  });
  const { items } = await client.listMcpBindings({ params: { endpointId } });
  assert.deepEqual(items, [binding]);
  assert.match(`${id} ${projectId} ${createdAt === updatedAt}`, /^mcb_\w+ prj_\w+ true$/);
});

test("warns of a tool name that some clients hide", async () => {
  const endpointId = await endpointOf("mcp");
  assert.equal((await bindTool(endpointId, "a".repeat(45))).warnings.length, 0);
  assert.equal((await bindTool(endpointId, "a".repeat(46))).warnings.length, 1);
  assert.equal((await bindTool(endpointId, `orders.${"a".repeat(40)}`)).warnings.length, 2);
});

test("warns of an input that a model's API refuses, and takes a tool without a description", async () => {
  const endpointId = await endpointOf("mcp");
  const inputSchema = { type: "object", properties: { "a b": { type: "string" } } };
  const body = { slug: "refused", source: "export default () => 1;", inputSchema };
  const refused = (await client.createFunction({ body })).id;
  const created = await client.createMcpBinding({
    params: { endpointId },
    body: { functionId: refused, toolName: "t" },
  });
  assert.equal(created.description, "");
  assert.match(created.warnings.join(), /^Anthropic's API refuses the names `a b`/);
  assert.deepEqual((await client.listMcpBindings({ params: { endpointId } })).items, [created]);
});

test("refuses a tool name that the endpoint has, and takes it on another", async () => {
  const endpointId = await endpointOf("mcp");
  await bindTool(endpointId, "taken");
  await assert.rejects(bindTool(endpointId, "taken"), conflict);
  await bindTool(await endpointOf("mcp"), "taken");
  const other = await bindTool(endpointId, "free");
  const rename = { toolName: "taken", confirmRename: true };
  await assert.rejects(
    client.updateMcpBinding({ params: { endpointId, bindingId: other.id }, body: rename }),
    conflict,
  );
});

test("renames a tool only when that is confirmed", async () => {
  const endpointId = await endpointOf("mcp");
  const params = { endpointId, bindingId: (await bindTool(endpointId, "before")).id };
  const meant = { toolName: "after" };
  assert.deepEqual(await issuePaths(client.updateMcpBinding({ params, body: meant })), ["body.confirmRename"]);
  assert.deepEqual(await issuePaths(client.updateMcpBinding({ params, body: { ...meant, confirmRename: false } })), [
    "body.confirmRename",
  ]);
  const same = await client.updateMcpBinding({ params, body: { toolName: "before", title: "Title" } });
  assert.deepEqual([same.toolName, same.title], ["before", "Title"]);
  const renamed = await client.updateMcpBinding({ params, body: { ...meant, confirmRename: true } });
  assert.deepEqual([renamed.toolName, renamed.title, renamed.revision], ["after", "Title", 3]);
});

test("refuses a binding on an endpoint of the other kind", async () => {
  const state = { status: 409, code: "INVALID_STATE" };
  const [tools, api] = [await endpointOf("mcp"), await endpointOf("http")];
  await assert.rejects(bindTool(api, "tool"), state);
  await assert.rejects(bindRoute(tools, "GET", "/a"), state);
  assert.deepEqual((await client.listMcpBindings({ params: { endpointId: api } })).items, []);
});

test("answers 404 for a Function or endpoint that the Project does not have", async () => {
  const endpointId = await endpointOf("mcp");
  const gone = { status: 404, code: "NOT_FOUND" };
  await assert.rejects(bindTool(endpointId, "tool", { functionId: unknown }), gone);
  await assert.rejects(bindTool("ep_none", "tool"), gone);
  const { id: projectId } = await plane.createProject();
  const elsewhere = await plane.signInAs("developer", projectId);
  const foreign = await elsewhere.createFunction({ body: { slug: "foreign", source: "export default 1;" } });
  await assert.rejects(bindTool(endpointId, "tool", { functionId: foreign.id }), gone);
  const { id } = await bindTool(endpointId, "tool");
  const params = { endpointId, bindingId: id };
  await assert.rejects(client.updateMcpBinding({ params, body: { functionId: unknown } }), gone);
  await assert.rejects(elsewhere.deleteMcpBinding({ params }), gone);
  await assert.rejects(client.deleteMcpBinding({ params: { ...params, endpointId: await endpointOf("mcp") } }), gone);
  assert.equal((await client.listMcpBindings({ params: { endpointId } })).items.length, 1);
});

test("refuses a route that matches what another one matches, whatever its parameters are called", async () => {
  const endpointId = await endpointOf("http");
  const route = await bindRoute(endpointId, "GET", "/orders/{orderId}", { successStatus: 203 });
  assert.deepEqual([route.path, route.successStatus, route.enabled], ["/orders/{orderId}", 203, true]);
  assert.deepEqual([route.bodyType, route.bodyProperty], ["json", null]);
  await assert.rejects(bindRoute(endpointId, "GET", "/orders/{id}"), conflict);
  await bindRoute(endpointId, "POST", "/orders/{id}");
  await bindRoute(endpointId, "GET", "/orders/latest");
  const other = await bindRoute(endpointId, "GET", "/orders/{id}/items");
  const params = { endpointId, bindingId: other.id };
  await assert.rejects(client.updateHttpBinding({ params, body: { path: "/orders/{x}" } }), conflict);
  const moved = await client.updateHttpBinding({ params, body: { path: "/items/{id}" } });
  assert.deepEqual([moved.path, moved.method], ["/items/{id}", "GET"]);
  await bindRoute(endpointId, "GET", "/orders/{id}/items");
});

test("takes letters of any script in a route, and stores one spelling of them", async () => {
  const endpointId = await endpointOf("http");
  const path = "/gr\u00f6\u00dfe/{ma\u00df}/\u65e5\u672c";
  const route = await bindRoute(endpointId, "GET", path.normalize("NFD"));
  assert.equal(route.path, path);
  await assert.rejects(bindRoute(endpointId, "GET", path), conflict);
});

test("refuses a path or a tool name of another form", async () => {
  const [tools, api] = [await endpointOf("mcp"), await endpointOf("http")];
  for (const path of [
    "orders",
    "/a/",
    "/a/{x}/{x}",
    "/a/../b",
    "/a?b",
    "/{1}",
    "/a b",
    "/gr%C3%B6%C3%9Fe",
    "/\u{1f600}",
    "/a\uff0fb",
  ]) {
    assert.deepEqual(await issuePaths(bindRoute(api, "GET", path)), ["body.path"], path);
  }
  for (const name of ["", "a b", "é", "a".repeat(65)]) {
    assert.deepEqual(await issuePaths(bindTool(tools, name)), ["body.toolName"], name);
  }
});

test("changes nothing when If-Match names an older revision", async () => {
  const endpointId = await endpointOf("http");
  const params = { endpointId, bindingId: (await bindRoute(endpointId, "GET", "/")).id };
  await client.updateHttpBinding({ params, body: { enabled: false }, headers: { "if-match": '"1"' } });
  const stale = { status: 412, code: "REVISION_CONFLICT" };
  const headers = { "if-match": '"1"' };
  await assert.rejects(client.updateHttpBinding({ params, body: { enabled: true }, headers }), stale);
  await assert.rejects(client.deleteHttpBinding({ params, headers }), stale);
  assert.equal((await client.listHttpBindings({ params: { endpointId } })).items[0]?.enabled, false);
});

test("lists newest first, a page at a time", async () => {
  const endpointId = await endpointOf("mcp");
  for (const name of ["a", "b", "c"]) await bindTool(endpointId, name);
  const first = await client.listMcpBindings({ params: { endpointId }, query: { limit: 2 } });
  const cursor = first.nextCursor ?? "";
  const second = await client.listMcpBindings({ params: { endpointId }, query: { limit: 2, cursor } });
  const names = [first, second].map(({ items }) => items.map(({ toolName }) => toolName));
  assert.deepEqual(names, [["c", "b"], ["a"]]);
  const other = client.listMcpBindings({ params: { endpointId: await endpointOf("mcp") }, query: { cursor } });
  assert.deepEqual(await issuePaths(other), ["query.cursor"]);
});

test("audits what a route was when it goes", async () => {
  const endpointId = await endpointOf("http");
  const { id } = await bindRoute(endpointId, "POST", "/orders");
  await client.deleteHttpBinding({ params: { endpointId, bindingId: id } });
  const owner = await plane.signInAs("owner");
  const { items } = await owner.listAuditEvents({ query: { targetId: id, action: "http-binding.delete" } });
  assert.equal(items[0]?.target.name, "POST /orders");
  const { before, after } = (items[0]?.changes ?? {}) as { before?: { path: string }; after?: unknown };
  assert.deepEqual([before?.path, after], ["/orders", null]);
});

test("goes with its Project, bound as it is", async () => {
  const { id: projectId } = await plane.createProject();
  const owner = await plane.signInAs("owner", projectId);
  const bound = await owner.createFunction({ body: { slug: "bound", source: "export default () => 1;" } });
  const endpoint = await owner.createRuntimeEndpoint({ body: { kind: "mcp", slug: "tools" } });
  await owner.createMcpBinding({
    params: { endpointId: endpoint.id },
    body: { functionId: bound.id, toolName: "tool", description: "A tool" },
  });
  await owner.archiveProject({ params: { projectId } });
  await assert.rejects(owner.updateFunction({ params: { functionId: bound.id }, body: { name: "x" } }), {
    code: "PROJECT_ARCHIVED",
  });
  assert.equal((await owner.getFunction({ params: { functionId: bound.id } })).slug, "bound");
  await owner.deleteProject({ params: { projectId } });
  const left = await plane.app.store.inInstallation(({ tx }) =>
    tx.selectFrom("mcpBindings").select("id").where("projectId", "=", projectId).execute(),
  );
  assert.deepEqual(left, []);
});

test("a route says what body it takes, and its manifest and its artifact say the same", async () => {
  const endpointId = await endpointOf("http");
  const given = { bodyType: "multipart", bodyProperty: "upload" } as const;
  const { id } = await bindRoute(endpointId, "POST", "/files", given);
  const params = { endpointId, bindingId: id };
  const { bodyType, bodyProperty } = await client.getHttpBinding({ params });
  assert.deepEqual({ bodyType, bodyProperty }, given);
  const manifest = await client.getManifest({ params: { endpointId } });
  const [shown] = manifest.bindings;
  assert.ok(shown?.kind === "http");
  assert.deepEqual([shown.bodyType, shown.bodyProperty], ["multipart", "upload"]);
  const merged = await client.updateHttpBinding({ params, body: { bodyType: "form", bodyProperty: null } });
  assert.deepEqual([merged.bodyType, merged.bodyProperty], ["form", null]);
  for (const wrong of [{ bodyType: "xml" }, { bodyProperty: "a b" }, { bodyProperty: "" }]) {
    const body = wrong as Parameters<typeof client.updateHttpBinding>[0]["body"];
    await assert.rejects(client.updateHttpBinding({ params, body }), { status: 400 });
  }
});

test("a tool and a route say what becomes of a call whose client leaves, and so does their manifest", async () => {
  const [mcp, http] = [await endpointOf("mcp"), await endpointOf("http")];
  const tool = await bindTool(mcp, "leave", { whenClientLeaves: "cancel" });
  const route = await bindRoute(http, "POST", "/leave");
  assert.deepEqual([tool.whenClientLeaves, route.whenClientLeaves], ["cancel", "auto"]);
  const params = { endpointId: http, bindingId: route.id };
  const changed = await client.updateHttpBinding({ params, body: { whenClientLeaves: "finish" } });
  assert.equal(changed.whenClientLeaves, "finish");
  const modes = [];
  for (const endpointId of [mcp, http]) {
    const { bindings } = await client.getManifest({ params: { endpointId } });
    modes.push(bindings[0]?.whenClientLeaves);
  }
  assert.deepEqual(modes, ["cancel", "finish"]);
  const body = { whenClientLeaves: "stay" } as unknown as Parameters<typeof client.updateHttpBinding>[0]["body"];
  assert.deepEqual(await issuePaths(client.updateHttpBinding({ params, body })), ["body.whenClientLeaves"]);
});
