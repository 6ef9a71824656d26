import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { deployDrafts } from "../../testing/deploy-drafts.ts";
import { keepCalled } from "../../testing/keep-called.ts";
import { issuePaths } from "../../testing/refusal.ts";

const plane = duringTests(startTestControlPlane);
const client = duringTests(() => plane.signInAs("developer"));

const source = 'import { money } from "lib/money";\nexport default (input: { id: string }) => money(input.id);';
let made = 0;
const create = (over: object = {}) => client.createFunction({ body: { slug: `fn-${(made += 1)}`, source, ...over } });

test("creates a Function with the defaults of the contract, named after its slug", async () => {
  const created = await create({ slug: "look-up" });
  const { id, projectId, createdAt, updatedAt, ...rest } = created;
  assert.deepEqual(rest, {
    slug: "look-up",
    name: "look-up",
    description: "",
    source,
    tests: "",
    inputSchema: null,
    outputSchema: null,
    derived: null,
    setInCode: [],
    timeoutMs: 10_000,
    memoryMb: 64,
    run: "call",
    runPolicy: { deadlineSeconds: 86_400, onRelease: "stay", key: null, concurrency: null, rate: null },
    permissions: { secrets: [], hosts: [], collections: [], cache: false },
    libraries: ["lib/money"],
    status: "draft",
    served: { development: null, production: null },
    revision: 1,
  });
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(await client.getFunction({ params: { functionId: id } }), created);
  assert.match(projectId, /^prj_/);
});

test("refuses a slug that the Project has, and takes it in another Project", async () => {
  await create({ slug: "taken" });
  await assert.rejects(create({ slug: "taken" }), { status: 409, code: "CONFLICT" });
  const other = await plane.createProject();
  const elsewhere = await plane.signInAs("developer", other.id);
  const there = await elsewhere.createFunction({ body: { slug: "taken", source } });
  await assert.rejects(client.getFunction({ params: { functionId: there.id } }), { status: 404, code: "NOT_FOUND" });
  await assert.rejects(client.updateFunction({ params: { functionId: there.id }, body: { name: "Mine" } }), {
    status: 404,
  });
  await assert.rejects(client.deleteFunction({ params: { functionId: there.id } }), { status: 404 });
  await assert.rejects(client.listFunctionVersions({ params: { functionId: there.id } }), { status: 404 });
});

test("merges with PATCH, and replaces all but the slug with PUT", async () => {
  const permissions = { secrets: ["TOKEN"], hosts: ["*.example.com"], collections: [], cache: true };
  const { id, slug } = await create({ description: "Old", timeoutMs: 500, permissions });
  const merged = await client.updateFunction({ params: { functionId: id }, body: { description: "New" } });
  assert.deepEqual([merged.description, merged.timeoutMs, merged.permissions], ["New", 500, permissions]);
  const replaced = await client.replaceFunction({
    params: { functionId: id },
    body: { name: "Whole", source: "export default () => 1;" },
  });
  assert.equal(replaced.slug, slug);
  assert.deepEqual([replaced.name, replaced.description, replaced.timeoutMs], ["Whole", "", 10_000]);
  assert.deepEqual(replaced.permissions, { secrets: [], hosts: [], collections: [], cache: false });
  assert.deepEqual([replaced.libraries, replaced.revision], [[], 3]);
});

test("changes nothing when If-Match names an older revision", async () => {
  const { id } = await create();
  const call = { params: { functionId: id }, body: { name: "Second" } };
  await client.updateFunction({ ...call, headers: { "if-match": '"1"' } });
  const stale = { status: 412, code: "REVISION_CONFLICT" };
  await assert.rejects(client.updateFunction({ ...call, headers: { "if-match": '"1"' } }), stale);
  await assert.rejects(
    client.replaceFunction({ params: call.params, body: { name: "Third", source }, headers: { "if-match": '"1"' } }),
    stale,
  );
  await assert.rejects(client.deleteFunction({ params: call.params, headers: { "if-match": '"1"' } }), stale);
  assert.deepEqual((await client.getFunction({ params: call.params })).name, "Second");
});

test("keeps every save as a revision, with who and when", async () => {
  const { id } = await create({ description: "one" });
  const admin = await plane.session("admin");
  await admin.client.updateFunction({ params: { functionId: id }, body: { description: "two", source: "export {};" } });
  await client.updateFunction({ params: { functionId: id }, body: { description: "three" } });
  const first = await client.listFunctionVersions({ params: { functionId: id }, query: { limit: 2 } });
  assert.deepEqual(
    first.items.map(({ revision }) => revision),
    [3, 2],
  );
  assert.deepEqual(first.items[1]?.createdBy, { id: admin.user.id, email: admin.user.email });
  const cursor = first.nextCursor ?? undefined;
  const rest = await client.listFunctionVersions({ params: { functionId: id }, query: { limit: 2, cursor } });
  assert.deepEqual([rest.items.map(({ revision }) => revision), rest.nextCursor], [[1], null]);
  const old = await client.getFunctionVersion({ params: { functionId: id, revision: "1" } });
  assert.deepEqual([old.description, old.source], ["one", source]);
  for (const revision of ["4", "0", "01", "x", "99999999999"]) {
    await assert.rejects(client.getFunctionVersion({ params: { functionId: id, revision } }), { status: 404 });
  }
});

test("says whether Development serves the draft, and which revision runs where", async () => {
  const { id: projectId } = await plane.createProject();
  const author = await plane.signInAs("developer", projectId);
  const { id } = await author.createFunction({ body: { slug: "served", source } });
  await keepCalled(author, id);
  const params = { functionId: id };
  assert.equal((await author.getFunction({ params })).status, "draft");
  await deployDrafts(plane, author);
  const deployed = await author.getFunction({ params });
  assert.equal(deployed.status, "deployed");
  assert.equal(deployed.derived?.description, "Derived for served.");
  await author.updateFunction({ params, body: { source: "export default () => 2;" } });
  const { items } = await author.listFunctions();
  assert.deepEqual(
    items.map(({ status }) => status),
    ["changed"],
  );
  const versions = await author.listFunctionVersions({ params });
  assert.deepEqual(
    versions.items.map(({ revision, activeIn }) => [revision, activeIn]),
    [
      [2, []],
      [1, ["development"]],
    ],
  );
});

test("drops what was derived when the source changes, and keeps it when only a text does", async () => {
  const { id: projectId } = await plane.createProject();
  const author = await plane.signInAs("developer", projectId);
  const { id } = await author.createFunction({ body: { slug: "derived", source } });
  await keepCalled(author, id);
  await deployDrafts(plane, author);
  const renamed = await author.updateFunction({ params: { functionId: id }, body: { name: "Renamed" } });
  assert.notEqual(renamed.derived, null);
  const edited = await author.updateFunction({ params: { functionId: id }, body: { source: `${source}\n` } });
  assert.equal(edited.derived, null);
});

test("refuses to delete a Function that is bound, and says to what", async () => {
  const { id } = await create();
  const tools = await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "delete-tools" } });
  const api = await client.createRuntimeEndpoint({ body: { kind: "http", slug: "delete-api" } });
  const binding = await client.createMcpBinding({
    params: { endpointId: tools.id },
    body: { functionId: id, toolName: "tool", description: "A tool" },
  });
  const route = await client.createHttpBinding({
    params: { endpointId: api.id },
    body: { functionId: id, method: "GET", path: "/a" },
  });
  await assert.rejects(client.deleteFunction({ params: { functionId: id } }), (error: { details?: unknown }) => {
    assert.deepEqual(error.details, {
      bindings: [
        { kind: "mcp", id: binding.id, endpointId: tools.id, name: "tool" },
        { kind: "http", id: route.id, endpointId: api.id, name: "GET /a" },
      ],
    });
    return (error as { code?: string }).code === "IN_USE";
  });
  await client.deleteMcpBinding({ params: { endpointId: tools.id, bindingId: binding.id } });
  await client.deleteHttpBinding({ params: { endpointId: api.id, bindingId: route.id } });
  await client.deleteFunction({ params: { functionId: id } });
  await assert.rejects(client.getFunction({ params: { functionId: id } }), { status: 404 });
});

test("keeps a schema given by hand in its author's order", async () => {
  const inputSchema = { type: "object", properties: { zebra: { type: "string" }, a: { type: "number" } } };
  const { id } = await create({ inputSchema });
  const read = await client.getFunction({ params: { functionId: id } });
  assert.equal(JSON.stringify(read.inputSchema), JSON.stringify(inputSchema));
});

test("refuses what a Function may not be, naming each place", async () => {
  const refused = (over: object) => issuePaths(create(over));
  assert.deepEqual(await refused({ inputSchema: { type: "array" } }), ["body.inputSchema.type"]);
  assert.deepEqual(await refused({ outputSchema: { $ref: "https://example.com/s" } }), ["body.outputSchema.$ref"]);
  assert.deepEqual(await refused({ inputSchema: { type: "object", title: "\0" } }), ["body.inputSchema"]);
  assert.deepEqual(await refused({ source: "" }), ["body.source"]);
  assert.deepEqual(await refused({ source: "x".repeat(524_289) }), ["body.source"]);
  assert.deepEqual(await refused({ timeoutMs: 300_001, memoryMb: 4 }), ["body.timeoutMs", "body.memoryMb"]);
  const { id } = await create();
  const patch = client.updateFunction({ params: { functionId: id }, body: { inputSchema: { type: "string" } } });
  assert.deepEqual(await issuePaths(patch), ["body.inputSchema.type"]);
  assert.equal((await client.getFunction({ params: { functionId: id } })).revision, 1);
});

test("lists newest first, a page at a time, without sources", async () => {
  const { id: projectId } = await plane.createProject();
  const author = await plane.signInAs("developer", projectId);
  for (const slug of ["a", "b", "c"]) await author.createFunction({ body: { slug, source } });
  const first = await author.listFunctions({ query: { limit: 2 } });
  assert.deepEqual(
    first.items.map(({ slug }) => slug),
    ["c", "b"],
  );
  assert.ok(first.items.every((item) => !("source" in item)));
  const second = await author.listFunctions({ query: { limit: 2, cursor: first.nextCursor ?? "" } });
  assert.deepEqual([second.items.map(({ slug }) => slug), second.nextCursor], [["a"], null]);
  const foreign = client.listFunctions({ query: { cursor: first.nextCursor ?? "" } });
  assert.deepEqual(await issuePaths(foreign), ["query.cursor"]);
});

const hash = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")} (${text.length} characters)`;

test("audits a save with the fields that changed, and the source by its hash alone", async () => {
  const { id } = await create({ description: "before" });
  const secret = `export default () => "kept out of the audit";`;
  await client.updateFunction({ params: { functionId: id }, body: { description: "after", source: secret } });
  const owner = await plane.signInAs("owner");
  const { items } = await owner.listAuditEvents({ query: { targetId: id } });
  const event = items.find(({ action }) => action === "function.update");
  assert.deepEqual(event?.changes, {
    before: { description: "before", source: hash(source) },
    after: { description: "after", source: hash(secret) },
  });
  assert.ok(!JSON.stringify(items).includes("kept out of the audit"));
});

test("keeps the tests of a Function with its revisions, and in no artifact", async () => {
  const { id: projectId } = await plane.createProject();
  const own = await plane.signInAs("developer", projectId);
  const tests = 'import { test } from "ferrule/test";\ntest("nothing", () => {});\n';
  const { id } = await own.createFunction({ body: { slug: "tested", source: "export default () => 1;", tests } });
  await keepCalled(own, id);
  await deployDrafts(plane, own);
  const changed = await own.updateFunction({ params: { functionId: id }, body: { tests: `${tests}// more\n` } });
  assert.deepEqual([changed.revision, changed.tests], [2, `${tests}// more\n`]);
  const old = await own.getFunctionVersion({ params: { functionId: id, revision: "1" } });
  assert.equal(old.tests, tests);
  await deployDrafts(plane, own);
  const { items } = await own.listDeployments();
  assert.equal(new Set(items.map(({ digest }) => digest)).size, 1);
});

test("a source without tests leaves them out, and pushing one removes them", async () => {
  const { id: projectId } = await plane.createProject();
  const own = await plane.signInAs("developer", projectId);
  const tests = 'import { test } from "ferrule/test";\n';
  await own.createFunction({ body: { slug: "tested", source: "export default () => 1;", tests } });
  await own.createFunction({ body: { slug: "untested", source: "export default () => 1;" } });
  const { source } = await own.getProjectSource();
  assert.deepEqual(
    source.functions.map((one) => [one.slug, one.tests]),
    [
      ["tested", tests],
      ["untested", undefined],
    ],
  );
  const empty = { ...source, functions: source.functions.map((one) => ({ ...one, tests: "" })) };
  const plan = await own.previewProjectSource({ body: { source: empty } });
  assert.deepEqual(
    plan.changes.map(({ name, change, fields }) => [name, change, fields]),
    [["tested", "changed", ["tests"]]],
  );
  await own.applyProjectSource({ body: { source: empty, previewDigest: plan.digest } });
  const after = await own.getProjectSource();
  assert.equal(JSON.stringify(after.source).includes("tests"), false);
});
