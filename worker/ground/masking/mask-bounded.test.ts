import assert from "node:assert/strict";
import test from "node:test";
import { isSensitiveName, maskTokens } from "@ferrule/contract/warnings/sensitive-names.ts";
import { maskValues } from "@ferrule/kit/masking/mask-values.ts";
import { workedMs } from "../../testing/worked-ms.ts";
import { maskBounded } from "./mask-bounded.ts";

const secret = "hunter2-horse-battery";
const known = maskValues([secret], "[masked]");
assert.ok(known);
const text = (given: string) => maskTokens(known.text(given));
const rules = { isSensitive: isSensitiveName, text, hidesNumber: () => false };
const cutText = (given: string) => maskTokens(known.cutText(given));
const recorded = (value: unknown) => maskBounded(value, rules, cutText) as { bytes: number; preview: string };

test("a large value is recorded by its masked beginning, with its length", () => {
  const value = { password: "p", text: `${secret} ${"x".repeat(100_000)}`, after: 1 };
  const { bytes, preview } = recorded(value);
  assert.equal(bytes, JSON.stringify(value).length);
  assert.equal(preview.length, 2_048);
  assert.ok(preview.startsWith('{"password":"[masked]","text":"[masked] xxx'), preview.slice(0, 80));
});

test("no part of a secret or token is shown, wherever the beginning ends, and however much was masked before it", () => {
  const token = `fer_key_${"A1b2".repeat(9)}`;
  for (const whole of [secret, token]) {
    for (let lead = 0; lead < 60; lead += 1) {
      const { preview } = recorded(`${"y".repeat(lead)}${`${whole} `.repeat(6_000)}`);
      assert.doesNotMatch(preview, /hunter|battery|fer_key|A1b2/, `${lead}`);
    }
  }
  for (let at = 8_100; at < 8_300; at += 1) {
    const { preview } = recorded({ [`${"k".repeat(at)}${secret}${"z".repeat(70_000)}`]: 1 });
    assert.doesNotMatch(preview, /hunter|battery/);
  }
});

test("a value of a megabyte costs hardly more than counting it", () => {
  const began = process.threadCpuUsage();
  for (let times = 0; times < 20; times += 1) {
    maskBounded(
      Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key${n}`, "a\\".repeat(100)])),
      rules,
      cutText,
    );
  }
  assert.ok(workedMs(began) < 2_000);
});

test("small values are masked as they are, and those without anything to mask are not copied", () => {
  const plain = { a: [1, "b"], c: null };
  assert.equal(recorded(plain), plain);
  assert.deepEqual(recorded({ token: "t", a: secret }), { token: "[masked]", a: "[masked]" });
  assert.equal(recorded(null), null);
});
