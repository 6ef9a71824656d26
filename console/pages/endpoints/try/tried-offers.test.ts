import assert from "node:assert/strict";
import { test } from "node:test";
import { blanksOf, givenTexts, listsOf, offersOf } from "./tried-offers.ts";

const tool = { name: "a", description: "", inputSchema: { type: "object" } };

test("tools, resources, templates and prompts are one list of targets", () => {
  const lists = listsOf({
    tools: { tools: [tool] },
    resources: { resources: [{ uri: "docs://z", name: "z" }] },
    templates: { resourceTemplates: [{ uriTemplate: "docs://{id}", name: "a" }] },
    prompts: { prompts: [{ name: "a" }] },
  });
  assert.ok(lists);
  assert.deepEqual(
    offersOf(lists).map(({ target }) => target),
    ["a", "resource:a", "resource:z", "prompt:a"],
  );
});

test("an endpoint without resources and prompts has tools, and a refused tools/list has nothing", () => {
  assert.deepEqual(listsOf({ tools: { tools: [tool] } }), { tools: [tool], resources: [], prompts: [] });
  assert.equal(listsOf({ tools: undefined, prompts: { prompts: [{ name: "a" }] } }), null);
  assert.equal(listsOf({ tools: { tools: "all" } }), null);
});

test("what is to fill in are the variables of a template and the arguments of a prompt", () => {
  const resource = { name: "a", uri: "o://{order}/{+line}" };
  assert.deepEqual(blanksOf({ kind: "resource", target: "resource:a", resource }), [
    { name: "order", required: false },
    { name: "line", required: false },
  ]);
  const prompt = {
    name: "a",
    arguments: [{ name: "order", description: "Its number.", required: true }, { name: "b" }],
  };
  assert.deepEqual(blanksOf({ kind: "prompt", target: "prompt:a", prompt }), [
    { name: "order", description: "Its number.", required: true },
    { name: "b", required: false },
  ]);
  assert.deepEqual(givenTexts({ a: "", b: " " }), { b: " " });
});
