import assert from "node:assert/strict";
import { test } from "node:test";
import { keptText } from "./kept-text.ts";

test("a kept text is compared as it is, and a prompt message by message", () => {
  assert.equal(keptText({ content: { text: "# Handbook\n" }, messages: null }), "# Handbook\n");
  const messages = [
    { role: "user" as const, text: "Greet {{who}}." },
    { role: "assistant" as const, text: "Hello." },
  ];
  assert.equal(keptText({ content: null, messages }), "user:\nGreet {{who}}.\n\nassistant:\nHello.");
});

test("bytes, long texts and what a Function returns are not compared", () => {
  assert.equal(keptText({ content: { base64: "AA==" }, messages: null }), null);
  assert.equal(keptText({ content: { text: "a".repeat(262_145) }, messages: null }), null);
  assert.equal(keptText({ content: null, messages: null }), null);
});
