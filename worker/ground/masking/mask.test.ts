import assert from "node:assert/strict";
import test from "node:test";
import { bound } from "./bound.ts";
import { mask } from "./mask.ts";

for (const name of [
  "password",
  "userPassword",
  "PASSWD",
  "client_secret",
  "x-api-key",
  "apiKey",
  "Authorization",
  "set-cookie",
  "credentials",
  "privateKey",
  "sessionId",
  "refreshToken",
]) {
  test(`a field named ${name} is masked at any depth`, () => {
    assert.deepEqual(mask({ list: [{ deep: { [name]: "open sesame" } }] }), {
      list: [{ deep: { [name]: "[masked]" } }],
    });
  });
}

test("a sensitive field is masked whole when it holds a structure", () => {
  assert.deepEqual(mask({ credentials: { user: "ada", pin: 1234 } }), { credentials: "[masked]" });
});

test("a count of tokens is no token", () => {
  assert.deepEqual(mask({ totalTokens: 12, token: 12 }), { totalTokens: 12, token: "[masked]" });
});

test("the platform's own tokens are masked wherever they stand, in names too", () => {
  const key = `fer_key_${"a".repeat(43)}`;
  const pat = `fer_pat_${"B-_9".repeat(10)}`;
  const masked = JSON.stringify(mask({ note: `use ${key} or ${pat}!`, [key]: 1 }));
  assert.ok(!masked.includes("aaaa") && !masked.includes("B-_9"));
  assert.match(masked, /use \[masked\] or \[masked\]!/);
});

test("a value with nothing to mask is answered itself, not a copy", () => {
  const value = { a: [1, "two", { three: null }] };
  assert.equal(mask(value), value);
});

test("a value too deep to walk is masked rather than passed", () => {
  let value: unknown = { password: "deep" };
  for (let depth = 0; depth < 1_000; depth += 1) value = [value];
  assert.ok(!JSON.stringify(mask(value)).includes('"deep"'));
});

test("a large value is replaced by a marker that says how large it was", () => {
  const marker = bound({ text: "x".repeat(100_000) }) as { $truncated: true; bytes: number; preview: string };
  assert.equal(marker.$truncated, true);
  assert.equal(marker.bytes, 100_011);
  assert.ok(marker.preview.length <= 2_048);
  const small = { text: "x" };
  assert.equal(bound(small), small);
});
