import assert from "node:assert/strict";
import { test } from "node:test";
import { claimText, ruleSentence } from "./rule-sentence.ts";

test("a rule is a sentence: about whom, what it allows, whose call it is", () => {
  assert.equal(ruleSentence({ when: {}, allow: ["*"] }), "Everyone with a token may call everything.");
  assert.equal(
    ruleSentence({
      when: { group: "support", scope: "orders:write", claim: { name: "level", value: 2 } },
      allow: ["look_up_order", "cancel_order"],
      tenant: { claim: "org_id" },
    }),
    "Callers who are in the group support, have the permission orders:write, and have the claim level 2 may call look_up_order and cancel_order, as the tenant that their claim org_id names.",
  );
  assert.equal(
    ruleSentence({ when: { claim: { name: "hd", value: "acme" } }, allow: [], tenant: "acme" }),
    "Callers who have the claim hd “acme” may call nothing yet, as the tenant acme.",
  );
});

test("a rule that is being written says where something is missing, and one with many names stays short", () => {
  assert.match(ruleSentence({ when: { group: "" }, allow: ["a"], tenant: "" }), /group … may call a, as the tenant …/);
  const many = Array.from({ length: 9 }, (_, index) => `t${index}`);
  assert.match(ruleSentence({ when: {}, allow: many }), /t5, and 3 more\.$/);
});

test("the text true and the value true look different", () => {
  assert.notEqual(claimText({ name: "a", value: true }), claimText({ name: "a", value: "true" }));
});
