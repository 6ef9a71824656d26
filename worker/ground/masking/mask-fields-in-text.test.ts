import assert from "node:assert/strict";
import { test } from "node:test";
import { isSensitiveName } from "@ferrule/contract/warnings/sensitive-names.ts";
import { maskFieldsInText } from "./mask-fields-in-text.ts";

for (const [text, masked] of [
  ['data: {"apiKey":"k-1","note":"n"}\n\n', 'data: {"apiKey":"[masked]","note":"n"}\n\n'],
  ['{"token" : "a\\"b", "x": 1}', '{"token" : "[masked]", "x": 1}'],
  ['{"password":12345}\n{"password":null}', '{"password":"[masked]"}\n{"password":null}'],
  ['{"session":{"id":"abc"},"x":1}\n{"y":2}', '{"session":"[masked]"\n{"y":2}'],
  ['{"x":1,"secret":"cut of', '{"x":1,"secret":"[masked]"'],
  ['{"x":1,"secret":"cut off\\', '{"x":1,"secret":"[masked]"'],
  ['{"x":1,"secret":', '{"x":1,"secret":'],
  ["password: plain text", "password: plain text"],
] as const) {
  test(`${text} is recorded as ${masked}`, () => assert.equal(maskFieldsInText(text, isSensitiveName), masked));
}

test("text made to be slow is masked in time", () => {
  const started = process.cpuUsage();
  for (const text of ['"'.repeat(2_048), '"a\\'.repeat(700), '"token":['.repeat(230), '"token":"'.repeat(230)]) {
    maskFieldsInText(text, isSensitiveName);
  }
  assert.ok(process.cpuUsage(started).user < 500_000);
});
