import assert from "node:assert/strict";
import { test } from "node:test";
import { newMcpBinding } from "@ferrule/contract/resources/binding.ts";
import { linesOf } from "./lines-of.ts";
import {
  promptProblems,
  sampleText,
  unknownPlaceholders,
  unusedArguments,
  type PromptValues,
} from "./prompt-values.ts";
import { argumentsOf, resourceProblems, saidArguments, variablesOf, type ResourceValues } from "./resource-values.ts";

const { description, enabled, whenClientLeaves, icons } = newMcpBinding.parse({ toolName: "a" });
const shared = { toolName: "a", description, enabled, whenClientLeaves, icons, title: undefined, scope: undefined };
const resource: ResourceValues = {
  ...shared,
  functionId: undefined,
  uri: "docs://a",
  mimeType: undefined,
  content: { text: "" },
  arguments: [],
  audience: [],
  priority: undefined,
};
const prompt: PromptValues = { ...shared, functionId: undefined, messages: [], arguments: [] };
const id = "fn_01hzzzzzzzzzzzzzzzzzzzzzzz";

test("the variables of a template are known while it is written", () => {
  assert.deepEqual(variablesOf("orders://{orderId}/lines{?first,last}"), ["orderId", "first", "last"]);
  for (const uri of ["docs://a", "orders://{orderId", "orders://{}", "{a}", ""]) assert.deepEqual(variablesOf(uri), []);
});

test("what is said of a variable stays with its name, and what is said of no variable is not sent", () => {
  const said = { name: "b", required: false, description: "The second.", values: ["x"] };
  const given = { uri: "o://{a}/{b}", arguments: [said, { name: "gone", required: false, description: "Old." }] };
  assert.deepEqual(argumentsOf(given), [{ name: "a", required: false }, said]);
  assert.deepEqual(saidArguments(given), [said]);
});

test("a resource needs a Function or a content, and says at which field", () => {
  assert.deepEqual(resourceProblems(resource), []);
  assert.equal(resourceProblems({ ...resource, content: null })[0]?.path, "functionId");
  assert.deepEqual(resourceProblems({ ...resource, content: null, functionId: id, uri: "o://{a}" }), []);
  assert.equal(resourceProblems({ ...resource, uri: "o://{a}" })[0]?.path, "uri");
  assert.equal(resourceProblems({ ...resource, content: { base64: "" } })[0]?.path, "mimeType");
  // A Function that was chosen before the content is not sent.
  assert.deepEqual(resourceProblems({ ...resource, functionId: id }), []);
});

test("a prompt says which placeholder no argument fills, and which argument nothing uses", () => {
  const order = { name: "order", required: true };
  assert.deepEqual(unknownPlaceholders("Check {{order}}, {{ date }} and {{date}}.", [order]), ["date"]);
  assert.equal(unknownPlaceholders("Check {{order.", [order]), null);
  const messages = [{ role: "user" as const, text: "Check {{order}}." }];
  assert.deepEqual(unusedArguments(messages, [order, { name: "date", required: false }]), ["date"]);
  assert.deepEqual(promptProblems({ ...prompt, messages, arguments: [order] }), []);
  assert.equal(promptProblems({ ...prompt, messages })[0]?.path, "messages.0.text");
  assert.equal(promptProblems({ ...prompt, messages: null })[0]?.path, "functionId");
});

test("a sample of a message has the first value of an argument, and its name where there is none", () => {
  const given = [
    { name: "a", required: true, values: ["$& one"] },
    { name: "b", required: false },
  ];
  assert.equal(sampleText("{{a}}, {{b}}, {{c}}", given), "$& one, ‹b›, {{c}}");
});

test("values stand on lines of their own", () => {
  assert.deepEqual(linesOf(" late \n\nbroken\n"), ["late", "broken"]);
  assert.equal(linesOf(" \n"), undefined);
});
