import assert from "node:assert/strict";
import { test } from "node:test";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import type { BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import { artifactDigest, assembleArtifact } from "./assemble-artifact.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { functionPart } from "./artifact-part.ts";
import { factsOf } from "./binding-facts.ts";
import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import { checkBindings } from "./check-bindings.ts";
import type { Snapshot, SnapshotFunction } from "../../../ground/store/tables/snapshot.ts";

const drafted = (id: string, fields: Partial<SnapshotFunction> = {}): SnapshotFunction => ({
  id,
  slug: id,
  name: id,
  description: "",
  revision: 1,
  inputSchema: null,
  outputSchema: null,
  timeoutMs: 1_000,
  memoryMb: 64,
  permissions: noPermissions,
  ...fields,
});
const built = (id: string, fields: Partial<BuiltFunction["derived"]> = {}): BuiltFunction => ({
  id,
  valid: true,
  diagnostics: [],
  derived: { inputSchema: { type: "object", properties: {} }, outputSchema: null, description: "Derived.", ...fields },
  bundleDigest: "b",
});
const route = (path: string, functionId = "a") => ({
  bindingId: `htb${path}`,
  functionId,
  method: "GET" as const,
  path,
  description: "",
  enabled: true,
  successStatus: 200,
});
const withRoutes = (routes: ReturnType<typeof route>[], functions: SnapshotFunction[]): Snapshot => ({
  functions,
  endpoints: [{ id: "ep", kind: "http", slug: "ep", name: "", description: "", instructions: "", tools: [], routes }],
});

test("prefers what was written by hand to what was derived", () => {
  const byHand = drafted("a", { description: "By hand.", inputSchema: { type: "object", title: "hand" } });
  const { functions, endpoints } = assembleArtifact("prj", withRoutes([route("/x", "b")], [byHand, drafted("b")]), [
    built("a"),
    built("b"),
  ]);
  assert.deepEqual(
    functions.map(({ description }) => description),
    ["By hand.", "Derived."],
  );
  assert.deepEqual(functions[0]?.inputSchema, { type: "object", title: "hand" });
  assert.equal(endpoints[0]?.routes[0]?.description, "Derived.");
});

test("describes a tool by its Function where the binding does not, and warns of what a model's API refuses", () => {
  const tool = (bindingId: string, functionId: string, description = "") => ({
    bindingId,
    functionId,
    description,
    toolName: bindingId,
    title: null,
    annotations: {},
    enabled: true,
  });
  const functions = [drafted("a"), drafted("b", { inputSchema: { type: "object", properties: { "a b": {} } } })];
  const endpoint = { id: "ep", kind: "mcp" as const, slug: "ep", name: "", description: "", instructions: "" };
  const tools = [tool("one", "a"), tool("two", "b", "By hand.")];
  const artifact = assembleArtifact("prj", { functions, endpoints: [{ ...endpoint, tools, routes: [] }] }, [
    built("a"),
    built("b"),
  ]);
  assert.deepEqual(
    artifact.endpoints[0]?.tools.map(({ description }) => description),
    ["Derived.", "By hand."],
  );
  const { errors, warnings } = checkBindings(artifact.endpoints, factsOf(artifact));
  assert.deepEqual([errors, warnings.length], [[], 1]);
  assert.match(warnings[0] ?? "", /^ep, tool two: Anthropic's API refuses the names `a b`/);
});

test("warns of what clients do about names, long texts and many tools", () => {
  const tool = (toolName: string, description = "It does.", enabled = true) => {
    const named = { bindingId: toolName, functionId: "a", toolName, title: null, annotations: {} };
    return { ...named, description, enabled };
  };
  const some = (count: number) => Array.from({ length: count }, (_, at) => tool(`t${at}`));
  const check = (tools: ReturnType<typeof tool>[], instructions = "", inputSchema: object = { type: "object" }) => {
    const endpoint = {
      id: "ep",
      kind: "mcp" as const,
      slug: "ep",
      name: "",
      description: "",
      instructions,
      routes: [],
    };
    const functions = [drafted("a", { inputSchema: { ...inputSchema } })];
    const artifact = assembleArtifact("prj", { functions, endpoints: [{ ...endpoint, tools }] }, [built("a")]);
    return checkBindings(artifact.endpoints, factsOf(artifact)).warnings.join("\n");
  };
  assert.equal(check([...some(128), tool("off", "", false)], "a".repeat(2_048)), "");
  assert.match(check(some(129)), /^ep: it offers 129 tools\. OpenAI's API and VS Code take at most 128/);
  assert.match(check([], "a".repeat(2_049)), /^ep: Claude Code cuts off a text of instructions after 2,048/);
  assert.match(check([tool("one", "a".repeat(2_049))]), /^ep, tool one: Claude Code cuts off a description/);
  assert.match(check([tool("1st")]), /^ep, tool 1st: Gemini refuses/);
  assert.match(
    check(some(1), "", { type: "object", anyOf: [{}] }),
    /^ep, tool t0: Anthropic's API and some MCP clients/,
  );
});

test("has one digest whatever the order of lists and keys, and keeps the order of a schema's properties", () => {
  const schema = { type: "object", properties: { zebra: {}, apple: {} } };
  const turned = { properties: { apple: {}, zebra: {} }, type: "object" };
  const functions = [drafted("a", { inputSchema: schema }), drafted("b")];
  const one = assembleArtifact("prj", withRoutes([route("/x"), route("/y")], functions), [built("a"), built("b")]);
  const functionsTurned = [drafted("b"), drafted("a", { inputSchema: turned })];
  const other = assembleArtifact("prj", withRoutes([route("/y"), route("/x")], functionsTurned), [
    built("b"),
    built("a"),
  ]);
  assert.equal(artifactDigest(one), artifactDigest(other));
  const [part, turnedPart] = [one, other].map(({ functions: [first] }) => functionPart(first!));
  assert.equal(part?.digest, turnedPart?.digest);
  assert.ok(part && part.content.indexOf("zebra") < part.content.indexOf("apple"));
  assert.equal(canonicalJson({ b: [1, { d: undefined, c: null }], a: "\u00e9" }), '{"a":"\u00e9","b":[1,{"c":null}]}');
});

test("finds enabled bindings that cannot be called, and leaves disabled ones alone", () => {
  const functions = [drafted("a", { inputSchema: { type: "string" } })];
  const check = (enabled: boolean) => {
    const artifact = assembleArtifact("prj", withRoutes([{ ...route("/x"), enabled }], functions), [built("a")]);
    return checkBindings(artifact.endpoints, factsOf(artifact)).errors.map(({ code }) => code);
  };
  assert.deepEqual(check(true), ["INPUT_NOT_AN_OBJECT"]);
  assert.deepEqual(check(false), []);
});

test("warns of a route parameter that the input does not know", () => {
  const closed = { type: "object", properties: { id: {} }, additionalProperties: false };
  const artifact = assembleArtifact(
    "prj",
    withRoutes([route("/x/{id}/{other}")], [drafted("a", { inputSchema: closed })]),
    [built("a")],
  );
  const { errors, warnings } = checkBindings(artifact.endpoints, factsOf(artifact));
  assert.deepEqual(errors, []);
  assert.deepEqual(warnings, [
    "ep, route GET /x/{id}/{other}: Function a has no input named other, so every call will be refused.",
  ]);
});

test("says of runs only what is unusual, so that the digest of a Function that is not durable stays", () => {
  const assembled = (fields: Partial<SnapshotFunction>) => {
    const artifact = assembleArtifact("prj", withRoutes([], [drafted("a", fields)]), [built("a")]);
    return { digest: artifactDigest(artifact), ...artifact.functions[0] };
  };
  const policy = { ...defaultRunPolicy, onRelease: "move" as const };
  const before = assembled({});
  assert.deepEqual(assembled({ run: "call", runPolicy: defaultRunPolicy }), before);
  assert.deepEqual(assembled({ run: "call", runPolicy: policy }), before, "only a durable Function has runs");
  const durable = assembled({ run: "durable", runPolicy: defaultRunPolicy });
  assert.deepEqual([durable.run, durable.runPolicy], ["durable", undefined]);
  assert.notEqual(durable.digest, before.digest);
  assert.deepEqual(assembled({ run: "durable", runPolicy: policy }).runPolicy, policy);
});

test("warns of settings of a route that have no effect on the runs of a durable Function", () => {
  const warned = (fields: object, function_: Partial<SnapshotFunction>) => {
    const bound = { ...route("/x"), method: "POST" as const, ...fields };
    const snapshot = withRoutes([bound as never], [drafted("a", function_)]);
    const artifact = assembleArtifact("prj", snapshot, [built("a")]);
    return checkBindings(artifact.endpoints, factsOf(artifact)).warnings;
  };
  const durable = { run: "durable" as const };
  const keyed = { ...durable, runPolicy: { ...defaultRunPolicy, key: "/id" } };
  const all = { method: "GET", etag: true, idempotency: "optional", whenClientLeaves: "cancel" };
  assert.deepEqual(warned(all, {}), []);
  assert.deepEqual(warned({}, keyed), []);
  assert.deepEqual(warned({ idempotency: "required" }, durable), []);
  assert.deepEqual(warned({ method: "GET", delivery: {} }, durable), []);
  const [leaves, get, etag, key, ...others] = warned(all, keyed);
  assert.deepEqual(others, []);
  assert.match(leaves ?? "", /^ep, route GET \/x: Function a is durable, so a run goes on when its client leaves/);
  assert.match(get ?? "", /each GET starts a run/);
  assert.match(etag ?? "", /no ETag/);
  assert.match(key ?? "", /Idempotency-Key header has no effect/);
});
