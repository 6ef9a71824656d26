import assert from "node:assert/strict";
import test from "node:test";
import { OauthError } from "./oauth-error.ts";
import { readForm } from "./read-form.ts";

const refusedAs = (code: string) => (error: unknown) => error instanceof OauthError && error.code === code;

test("members are read by name, without those that are empty", () => {
  assert.deepEqual({ ...readForm("a=1&b=&c=x%20y") }, { a: "1", c: "x y" });
});

test("a name that comes twice is refused, also without values and among the names of objects", () => {
  for (const form of ["a=1&a=2", "a=&a=", "toString&toString", "__proto__=1&__proto__=1"]) {
    assert.throws(() => readForm(form), refusedAs("invalid_request"), form);
  }
  assert.throws(() => readForm("resource=a&resource=b"), refusedAs("invalid_target"));
  assert.equal(readForm("toString=1")["toString"], "1");
});

test("a form of more than 100 members is refused, whatever they are", () => {
  const form = (count: number) => Array.from({ length: count }, (_, n) => `n${n}=1`).join("&");
  assert.equal(Object.keys(readForm(form(100))).length, 100);
  for (const text of [form(101), form(17_000), "&".repeat(65_000)]) {
    assert.throws(() => readForm(text), refusedAs("invalid_request"));
  }
});
