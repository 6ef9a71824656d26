import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { valueAtPointer } from "../json-schema/walking/json-pointer.ts";
import { runKeys, runKeyText } from "./run-keys.ts";

const digest = (text: string) => hash("sha256", text);

test("a pointer follows RFC 6901, through own members only", () => {
  const root = { foo: ["bar", "baz"], "": 0, "a/b": 1, "m~n": 8, "~1": 9, " ": 7, "c%d": 2 };
  const pairs: [string, unknown][] = [
    ["", root],
    ["/foo", root.foo],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/m~0n", 8],
    ["/~01", 9],
    ["/ ", 7],
    ["/c%d", 2],
    ["/foo/-", undefined],
    ["/foo/00", undefined],
    ["/foo/length", undefined],
    ["/constructor", undefined],
    ["/__proto__", undefined],
    ["foo", undefined],
  ];
  for (const [pointer, value] of pairs) assert.equal(valueAtPointer(root, pointer), value, pointer);
});

test("a run's keys are the values at the policy's pointers", () => {
  const policy = { key: "/order/id", concurrency: { limit: 2, per: "/order/shop" } };
  const of = (input: unknown) => runKeys(policy, "acme", input, digest);
  assert.deepEqual(of({ order: { id: "A-1", shop: 7 } }), { key: "A-1", concurrencyKey: "7" });
  assert.deepEqual(of({ order: { id: { b: 1, a: [2] }, shop: true } }), {
    key: '{"a":[2],"b":1}',
    concurrencyKey: "true",
  });
  for (const input of [{}, null, "text", { order: { id: null, shop: null } }, { order: { id: "", shop: "" } }]) {
    assert.deepEqual(of(input), { key: null, concurrencyKey: "" });
  }
});

test("a run without a key or a concurrency has none, and one per tenant or Function shares its value", () => {
  const per = (one: string) =>
    runKeys({ key: null, concurrency: { limit: 1, per: one } }, "acme", {}, digest).concurrencyKey;
  assert.deepEqual(runKeys({ key: null, concurrency: null }, "acme", {}, digest), { key: null, concurrencyKey: null });
  assert.deepEqual([per("tenant"), per("function")], ["acme", "function"]);
});

test("a value that is long or cannot be stored is named by its digest", () => {
  assert.equal(runKeyText("x".repeat(200), digest), "x".repeat(200));
  for (const value of ["x".repeat(201), "a\0b", "\ud800", { text: "y".repeat(300) }]) {
    assert.match(runKeyText(value, digest) ?? "", /^sha256:[0-9a-f]{64}$/);
  }
  assert.notEqual(runKeyText("\ud800", digest), runKeyText("\ud801", digest));
});
