import assert from "node:assert/strict";
import { test } from "node:test";
import { toolEntry } from "./tool-entry.ts";

const input = { type: "object", properties: { id: { type: "string" } } };
const contract = { inputSchema: input, outputSchema: { type: "string" }, description: "Looks it up." };

test("is named after the slug and described by the code until it is bound", () => {
  assert.deepEqual(toolEntry("look-up", null, contract), {
    name: "look-up",
    description: "Looks it up.",
    inputSchema: input,
  });
});

test("takes name, title, description and hints from the binding, and shows an output that is an object", () => {
  const binding = { toolName: "find", title: "Find", description: "Finds.", annotations: { readOnlyHint: true } };
  const outputSchema = { type: "object" };
  assert.deepEqual(toolEntry("look-up", binding, { ...contract, outputSchema }), {
    name: "find",
    title: "Find",
    description: "Finds.",
    inputSchema: input,
    outputSchema,
    annotations: { readOnlyHint: true },
  });
});

test("takes an empty object where the handler has no input", () => {
  assert.deepEqual(toolEntry("a", null, { ...contract, inputSchema: null }).inputSchema, {
    type: "object",
    properties: {},
  });
});

test("takes the Function's description where the binding has none", () => {
  const binding = { toolName: "find", title: null, description: "", annotations: {} };
  assert.equal(toolEntry("look-up", binding, contract).description, "Looks it up.");
});
