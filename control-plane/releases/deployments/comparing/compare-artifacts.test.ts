import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  ArtifactFunction,
  ArtifactManifest,
  ArtifactRoute,
  ArtifactTool,
} from "@ferrule/contract/internal/artifact.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import { compareArtifacts } from "./compare-artifacts.ts";

const held = (id: string, fields: Partial<ArtifactFunction> = {}): ArtifactFunction => ({
  id,
  slug: id,
  name: id,
  description: "",
  bundleDigest: "b",
  inputSchema: { type: "object", properties: { a: { type: "string" } } },
  outputSchema: null,
  timeoutMs: 1_000,
  memoryMb: 64,
  permissions: noPermissions,
  ...fields,
});
const tool = (bindingId: string, toolName: string, fields: Partial<ArtifactTool> = {}): ArtifactTool => ({
  bindingId,
  functionId: "one",
  toolName,
  title: null,
  description: "",
  annotations: {},
  enabled: true,
  ...fields,
});
const route = (bindingId: string, path: string, fields: Partial<ArtifactRoute> = {}): ArtifactRoute => ({
  bindingId,
  functionId: "one",
  method: "GET",
  path,
  description: "",
  enabled: true,
  successStatus: 200,
  ...fields,
});
const artifact = (
  tools: ArtifactTool[],
  routes: ArtifactRoute[] = [],
  functions = [held("one"), held("two")],
): ArtifactManifest => ({
  apiVersion: "ferrule/v1",
  projectId: "prj",
  functions,
  endpoints: [{ id: "ep", kind: "mcp", slug: "ep", name: "", description: "", instructions: "", tools, routes }],
});
const output = (properties: object) => ({ type: "object", properties });
const say = (before: ArtifactManifest | null, after: ArtifactManifest) =>
  compareArtifacts(before, after).map(({ kind, name, change, breaking }) =>
    [`${change} ${kind} ${name}`].concat(breaking),
  );

test("says nothing about equal artifacts", () => {
  assert.deepEqual(say(artifact([tool("t", "look_up")]), artifact([tool("t", "look_up")])), []);
});

test("names everything as added when nothing was served, and breaks nobody", () => {
  assert.deepEqual(say(null, artifact([tool("t", "look_up")], [route("r", "/orders/{id}")])), [
    ["added function one"],
    ["added function two"],
    ["added endpoint ep"],
    ["added mcp-binding ep: look_up"],
    ["added http-binding ep: GET /orders/{id}"],
  ]);
});

test("calls a tool that is removed, renamed or disabled breaking", () => {
  const before = artifact([
    tool("a", "gone"),
    tool("b", "old"),
    tool("c", "off"),
    tool("d", "was_off", { enabled: false }),
  ]);
  const after = artifact([tool("b", "new"), tool("c", "off", { enabled: false })]);
  assert.deepEqual(say(before, after), [
    ["removed mcp-binding ep: gone", "Tool gone is removed."],
    ["changed mcp-binding ep: new", "Tool old is renamed to new."],
    ["changed mcp-binding ep: off", "Tool off is disabled."],
    ["removed mcp-binding ep: was_off"],
  ]);
});

test("does not call a tool removed that another binding offers by the same name", () => {
  assert.deepEqual(say(artifact([tool("a", "look_up")]), artifact([tool("b", "look_up")])), [
    ["removed mcp-binding ep: look_up"],
    ["added mcp-binding ep: look_up"],
  ]);
});

test("compares schemas when a tool is bound to another Function", () => {
  const functions = [
    held("one"),
    held("two", { inputSchema: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } }),
  ];
  const before = artifact([tool("t", "look_up")], [], functions);
  assert.deepEqual(say(before, artifact([tool("t", "look_up", { functionId: "two" })], [], functions)), [
    ["changed mcp-binding ep: look_up", "Argument `a` is now required."],
  ]);
});

test("knows a route by its shape: another parameter name is no other route", () => {
  const before = artifact([], [route("r", "/orders/{id}"), route("s", "/customers")]);
  assert.deepEqual(say(before, artifact([], [route("r", "/orders/{orderId}"), route("s", "/clients")])), [
    ["changed http-binding ep: GET /clients", "Route GET /customers is renamed to GET /clients."],
    ["changed http-binding ep: GET /orders/{orderId}"],
  ]);
});

test("calls the removal of an endpoint breaking", () => {
  const before = artifact([tool("t", "look_up")]);
  assert.deepEqual(say(before, { ...before, endpoints: [] }), [
    ["removed endpoint ep", "Endpoint ep is removed."],
    ["removed mcp-binding ep: look_up", "Tool look_up is removed."],
  ]);
});

test("says what breaks about a Function's schemas once, at the Function", () => {
  const before = artifact(
    [tool("t", "x")],
    [],
    [held("one", { outputSchema: output({ total: {}, status: {} }) }), held("two")],
  );
  const after = artifact([tool("t", "x")], [], [held("one", { outputSchema: output({ total: {} }) }), held("two")]);
  assert.deepEqual(say(before, after), [["changed function one", "Output field `status` is removed."]]);
});

test("calls it breaking when an endpoint refuses the arguments that it ignored, and not the other way round", () => {
  const strict = artifact([tool("t", "look_up")]);
  const lenient: ArtifactManifest = {
    ...strict,
    endpoints: strict.endpoints.map((endpoint) => ({ ...endpoint, unknownArguments: "ignore" as const })),
  };
  const says = "Endpoint ep refuses arguments that a tool does not know, which it ignored before.";
  assert.deepEqual(say(lenient, strict), [["changed endpoint ep", says]]);
  assert.deepEqual(say(strict, lenient), [["changed endpoint ep"]]);
});

test("calls it breaking when a Function becomes durable, or is no longer, and says nothing of the rules of its runs", () => {
  const [call, durable] = [held("one"), held("one", { run: "durable" })];
  const limited = held("one", { run: "durable", runPolicy: { ...defaultRunPolicy, deadlineSeconds: 60 } });
  const changed = (was: ArtifactFunction, is: ArtifactFunction) =>
    compareArtifacts(artifact([tool("t", "x")], [], [was]), artifact([tool("t", "x")], [], [is])).map(
      ({ name, fields, breaking }) => [name, ...fields, ...breaking],
    );
  assert.deepEqual(changed(call, durable), [
    ["one", "run", "Callers get a run instead of the result, because the Function is now durable."],
  ]);
  assert.deepEqual(changed(durable, call), [
    ["one", "run", "Callers get the result instead of a run, because the Function is no longer durable."],
  ]);
  assert.deepEqual(changed(durable, limited), [["one", "runPolicy"]]);
});

test("calls it breaking when a tool moves to a durable Function, even if that one's schemas are unknown", () => {
  const functions = [held("one"), held("two", { run: "durable" })];
  const before = artifact([tool("t", "look_up")], [], functions);
  const after = artifact([tool("t", "look_up", { functionId: "two" })], [], functions);
  const [change] = compareArtifacts(before, after, new Set(["two"]));
  assert.deepEqual(change?.breaking, ["Callers get a run instead of the result, because the Function is now durable."]);
});
