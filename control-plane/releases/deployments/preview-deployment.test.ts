import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { roles } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { deployed, targetsOf } from "../../testing/released.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

type Preview = Awaited<ReturnType<Client["previewDeployment"]>>;

const said = ({ changes }: Preview) =>
  changes.map(({ change, kind, name, fields }) => [`${change} ${kind} ${name}`, ...fields].join(" "));
const unbroken = ({ changes }: Pick<Preview, "changes">) => changes.flatMap(({ uncalled = [] }) => uncalled);
const breaks = ({ changes }: Preview) => changes.flatMap(({ breaking }) => breaking);

const withSchemas = { inputSchema: { type: "object", properties: { a: { type: "string" } } }, outputSchema: null };

test("says that all is new before the first deployment, and that nothing is after it", async () => {
  const author = await startAuthor(scene);
  await author.bindTool(await author.addEndpoint("desk"), await author.addFunction("one"), "one");
  const first = await author.client.previewDeployment();
  assert.deepEqual(
    [first.target, first.kind, first.current, first.next, first.pinned],
    ["development", "deploy", null, null, false],
  );
  assert.deepEqual(said(first), ["added function one", "added endpoint desk", "added mcp-binding desk: one"]);
  assert.deepEqual(breaks(first), []);
  assert.ok(first.unaffected.some((sentence) => /secret values/i.test(sentence)));
  const { id, number, digest } = await deployed(scene, author);
  const then = await author.client.previewDeployment();
  assert.deepEqual(then.current, { projectDeploymentId: id, number, digest });
  assert.deepEqual([then.changes, then.warnings], [[], []]);
});

test("tells the drafts' changes by field and what they break, as the deployment itself will", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const [one, two] = [await author.addFunction("one"), await author.addFunction("two")];
  const endpointId = await author.addEndpoint("desk");
  const renamed = await author.bindTool(endpointId, one, "look_up");
  const removed = await author.bindTool(endpointId, two, "gone");
  const schemas = {
    inputSchema: { type: "object", properties: { a: { type: "string" }, b: { type: ["string", "null"] } } },
    outputSchema: { type: "object", properties: { c: { type: "string" }, d: { type: "string" } }, required: ["c"] },
  };
  await client.updateFunction({ params: { functionId: one }, body: schemas });
  await client.createApiKey({ params: { endpointId }, body: { name: "A caller", environment: "development" } });
  await deployed(scene, author);

  const inputSchema = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["a"] };
  const outputSchema = { type: "object", properties: { c: { type: "string" } }, required: ["c"] };
  const permissions = {
    secrets: ["A_KEY"],
    hosts: ["api.example.com"],
    collections: [],
    cache: false,
    connections: ["shop"],
  };
  await client.updateFunction({
    params: { functionId: one },
    body: { source: "// other", inputSchema, outputSchema, timeoutMs: 900, memoryMb: 32, permissions },
  });
  await client.updateMcpBinding({
    params: { endpointId, bindingId: renamed },
    body: { toolName: "find", confirmRename: true },
  });
  await client.deleteMcpBinding({ params: { endpointId, bindingId: removed } });
  await client.updateRuntimeEndpoint({ params: { endpointId }, body: { description: "Orders." } });
  await author.addFunction("three");
  const preview = await client.previewDeployment();
  assert.deepEqual(said(preview), [
    "changed function one code inputSchema memoryMb outputSchema permissions timeoutMs",
    "added function three",
    "changed endpoint desk description",
    "changed mcp-binding desk: find toolName",
    "removed mcp-binding desk: gone",
  ]);
  assert.deepEqual(breaks(preview).toSorted(), [
    "Argument `a` is now required.",
    "Argument `b` no longer takes null.",
    "Output field `d` is removed.",
    "Tool gone is removed.",
    "Tool look_up is renamed to find.",
  ]);
  assert.deepEqual(preview.missingSecrets, ["A_KEY"], "Development lacks it");
  assert.deepEqual(preview.missingConnections, ["shop"]);
  assert.deepEqual(
    preview.changes.flatMap(({ name, permissions }) => permissions.map((one) => `${name}: ${one.said}`)),
    [
      "one: Can now use the secret A_KEY.",
      "one: Can now use the host api.example.com.",
      "one: Can now use the connection shop.",
    ],
    "a reviewer reads what opens",
  );
  const { changes } = await deployed(scene, author);
  assert.deepEqual(
    preview.changes.map(({ schemaUnknown: _schemaUnknown, reached: _reached, ...change }) => change),
    changes,
  );
});

test("says that schemas are unknown after an edit, until the draft is validated or its schemas are given", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const functionId = await author.addFunction("one");
  await deployed(scene, author);
  await client.updateFunction({ params: { functionId }, body: { source: "// edited" } });
  const unknown = await client.previewDeployment();
  assert.deepEqual(
    unknown.changes.map(({ name, fields, breaking, schemaUnknown }) => ({ name, fields, breaking, schemaUnknown })),
    [{ name: "one", fields: ["code"], breaking: [], schemaUnknown: true }],
  );
  assert.deepEqual([unknown.unchecked, unknown.warnings], [[{ functionId, slug: "one" }], []]);

  const worker = scene.worker();
  const validating = client.validateFunction({ params: { functionId }, body: {} });
  let job = await worker.claim(["validate"]);
  while (job === null) job = await worker.claim(["validate"]);
  const derived = {
    inputSchema: { type: "object", properties: { b: {} }, required: ["b"] },
    outputSchema: null,
    description: "",
  };
  const built = { id: functionId, valid: true, diagnostics: [], derived, bundleDigest: "0".repeat(64) };
  await worker.complete(job, { kind: "validate", function: built });
  await validating;
  const known = await client.previewDeployment();
  assert.deepEqual([known.unchecked, known.warnings], [[], []]);
  assert.deepEqual(breaks(known), ["Argument `b` is now required."]);

  await client.updateFunction({
    params: { functionId },
    body: { source: "// back", ...withSchemas, outputSchema: { type: "object" } },
  });
  assert.equal((await client.previewDeployment()).changes[0]?.schemaUnknown, false);
});

test("says what somebody may call: through a key, an open policy or a cron, and nothing that is new", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const endpointId = await author.addEndpoint("desk");
  const [bound = "", timed = ""] = await Promise.all(
    ["bound", "timed"].map((slug) => author.addFunction(slug, { called: false })),
  );
  await author.bindTool(endpointId, bound, "bound");
  await author.bindTool(endpointId, timed, "timed");
  await deployed(scene, author);
  for (const functionId of [bound, timed])
    await client.updateFunction({ params: { functionId }, body: { source: "// edited" } });
  await author.bindTool(endpointId, bound, "another");
  const reached = async () =>
    (await client.previewDeployment()).changes.filter((change) => change.reached).map(({ name }) => name);
  assert.deepEqual(await reached(), [], "the endpoint has no key yet");
  const cron = { functionId: timed, name: "Each day", environment: "development", schedule: "0 3 * * *" } as const;
  await client.createCronBinding({ body: { ...cron, input: { orderId: "A-1" } } });
  assert.deepEqual(await reached(), ["timed"]);
  await client.createApiKey({ params: { endpointId }, body: { name: "Of production", environment: "production" } });
  assert.deepEqual(await reached(), ["timed"], "a key of the other environment opens nothing here");
  const key = { name: "Of development", environment: "development" } as const;
  const { id: keyId } = await client.createApiKey({ params: { endpointId }, body: key });
  assert.deepEqual(await reached(), ["bound", "timed"]);
  await client.deleteApiKey({ params: { endpointId, keyId } });
  assert.deepEqual(await reached(), ["timed"]);
  await client.replaceAuthPolicy({
    params: { endpointId },
    body: { environment: "development", caller: { mode: "none" } },
  });
  assert.deepEqual(await reached(), ["bound", "timed"]);
});

test("counts no break of what nobody may call, in the preview as in the deployment", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const [bound, other] = [
    await author.addFunction("bound", { called: false }),
    await author.addFunction("other", { called: false }),
  ];
  const [desk, shop] = [await author.addEndpoint("desk"), await author.addEndpoint("shop")];
  await client.createApiKey({ params: { endpointId: shop }, body: { name: "A caller", environment: "development" } });
  await author.bindTool(desk, bound, "bound");
  await author.bindTool(desk, other, "other");
  const tools = [await author.bindTool(desk, other, "gone"), await author.bindTool(shop, other, "gone")];
  const withInput = (required: string[]) => ({
    inputSchema: { type: "object", properties: { a: { type: "string" } }, required },
  });
  for (const functionId of [bound, other]) await client.updateFunction({ params: { functionId }, body: withInput([]) });
  await author.bindTool(shop, other, "other");
  await deployed(scene, author);
  for (const functionId of [bound, other])
    await client.updateFunction({ params: { functionId }, body: withInput(["a"]) });
  for (const [n, endpointId] of [desk, shop].entries())
    await client.deleteMcpBinding({ params: { endpointId, bindingId: tools[n] ?? "" } });
  const told = (changes: Preview["changes"] | Awaited<ReturnType<typeof deployed>>["changes"]) =>
    changes
      .filter(({ breaking, uncalled }) => breaking.length > 0 || uncalled !== undefined)
      .map(({ name, breaking, uncalled }) => [name, breaking, uncalled]);
  const needed = ["Argument `a` is now required."];
  const expected = [
    ["bound", [], needed],
    ["other", needed, undefined],
    ["desk: gone", [], ["Tool gone is removed."]],
    ["shop: gone", ["Tool gone is removed."], undefined],
  ];
  assert.deepEqual(told((await client.previewDeployment()).changes), expected);
  const done = await deployed(scene, author);
  assert.deepEqual([told(done.changes), done.changeCounts.breaking], [expected, 2]);
});

test("knows a draft that was edited and edited back, and one that changed in its limits alone", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const functionId = await author.addFunction("one", { source: "// as deployed" });
  await deployed(scene, author);
  const params = { functionId };
  await client.updateFunction({ params, body: { source: "// edited" } });
  await client.updateFunction({ params, body: { source: "// as deployed" } });
  assert.deepEqual((await client.previewDeployment()).changes, []);
  await client.updateFunction({ params, body: { timeoutMs: 777 } });
  const { changes, warnings } = await client.previewDeployment();
  assert.deepEqual([changes.map(({ fields }) => fields), warnings], [[["timeoutMs"]], []]);
});

test("names Libraries that changed and the Functions they change", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const source = (text: string) => `export const word = "${text}";`;
  const { id: libraryId } = await client.createLibrary({
    body: { name: "word", kind: "source", source: source("one") },
  });
  await client.createLibrary({
    body: { name: "outer", kind: "source", source: 'export { word } from "lib/word";' },
  });
  await author.addFunction("user", { source: 'import { word } from "lib/outer";\nexport default () => word;' });
  await author.addFunction("other");
  const first = await deployed(scene, author);
  assert.deepEqual(
    first.changes.filter(({ kind }) => kind === "library").map(({ change, name }) => `${change} ${name}`),
    ["added lib/outer", "added lib/word"],
  );
  assert.deepEqual((await client.previewDeployment()).changes, []);
  await client.replaceLibrary({ params: { libraryId }, body: { source: source("two") } });
  assert.deepEqual(said(await client.previewDeployment()), [
    "changed function user code",
    "changed library lib/word source",
  ]);
});

test("compares a release with what production serves, and warns that it unpins", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const functionId = await author.addFunction("one");
  const endpointId = await author.addEndpoint("desk");
  const bindingId = await author.bindTool(endpointId, functionId, "one");
  const first = await deployed(scene, author);
  const query = { target: "production" as const, projectDeploymentId: first.id };
  assert.equal((await client.previewDeployment({ query })).changes.length, 3);
  const released = await client.releaseDeployment({ body: { projectDeploymentId: first.id } });
  assert.deepEqual((await client.previewDeployment({ query })).changes, []);

  await client.deleteMcpBinding({ params: { endpointId, bindingId } });
  await client.updateFunction({
    params: { functionId },
    body: { permissions: { secrets: ["A_KEY"], hosts: [], collections: [], cache: false } },
  });
  const second = await deployed(scene, author);
  const preview = await client.previewDeployment({ query: { ...query, projectDeploymentId: second.id } });
  assert.deepEqual([preview.kind, preview.current?.projectDeploymentId], ["release", released.id]);
  assert.equal(preview.next?.projectDeploymentId, second.id);
  assert.deepEqual(said(preview), ["changed function one permissions", "removed mcp-binding desk: one"]);
  assert.deepEqual([breaks(preview), unbroken(preview)], [[], ["Tool one is removed."]], "Production has no key yet");
  await client.createApiKey({ params: { endpointId }, body: { name: "A caller", environment: "production" } });
  const called = await client.previewDeployment({ query: { ...query, projectDeploymentId: second.id } });
  assert.deepEqual([breaks(called), unbroken(called)], [["Tool one is removed."], []]);
  assert.deepEqual([preview.missingSecrets, preview.warnings], [["A_KEY"], []]);
  assert.equal((await targetsOf(author))["production"]?.id, released.id, "nothing was moved");

  await client.createSecret({ body: { name: "A_KEY", environment: "production", value: "a sealed value" } });
  const { id } = await client.releaseDeployment({ body: { projectDeploymentId: second.id } });
  const back = await client.previewDeployment({ query: { ...query, projectDeploymentId: id } });
  assert.deepEqual([back.kind, back.next?.projectDeploymentId], ["rollback", released.id]);
  assert.deepEqual(said(back), ["changed function one permissions", "added mcp-binding desk: one"]);
  await client.rollbackDeployment({ params: { projectDeploymentId: id } });
  const again = await client.previewDeployment({ query: { ...query, projectDeploymentId: second.id } });
  assert.equal(again.pinned, true);
  assert.match(again.warnings.join(" "), /unpins/);
});

test("answers every role, and refuses what cannot be put in place", async () => {
  const author = await startAuthor(scene);
  await author.addFunction("one");
  const first = await deployed(scene, author);
  const released = await author.client.releaseDeployment({ body: { projectDeploymentId: first.id } });
  const queued = await author.deploy();
  for (const role of roles) await (await author.as(role)).previewDeployment();
  const preview = (query: object) => author.client.previewDeployment({ query });
  await assert.rejects(preview({ target: "production" }), { code: "VALIDATION_ERROR" });
  await assert.rejects(preview({ target: "production", projectDeploymentId: queued.id }), { code: "INVALID_STATE" });
  await assert.rejects(preview({ projectDeploymentId: queued.id }), { code: "INVALID_STATE" });
  await assert.rejects(preview({ projectDeploymentId: released.id }), { code: "INVALID_STATE" });
  const other = await startAuthor(scene);
  await assert.rejects(other.client.previewDeployment({ query: { projectDeploymentId: first.id } }), {
    code: "NOT_FOUND",
  });
  await author.cancel(queued.id);
});
