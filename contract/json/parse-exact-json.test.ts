import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseExactJson, takeInexact } from "./parse-exact-json.ts";

const paths = (text: string) => {
  const { value, isExact } = parseExactJson(text);
  const issues = takeInexact(value, "body");
  assert.equal(isExact, issues.length === 0);
  return issues.map(({ path }) => path);
};

describe("a number that would change is found:", () => {
  const changed = ["9007199254740993", "-9007199254740993", "12345678901234567890", "9007199254740993.0"].concat(
    ["9007199254740.993e3", "18446744073709551616", "1152921504606846976", "1e400", "-1E+400", `1${"0".repeat(400)}`],
    ["100000000000000000000001e0"],
  );
  for (const text of changed) {
    test(text, () => {
      assert.deepEqual(paths(text), ["body"]);
      assert.deepEqual(paths(`{"a":[1,{"b" : ${text}}],"c":1}`), ["body.a.1.b"]);
      assert.deepEqual(paths(`[${text},\n${text}]`), ["body.0", "body.1"]);
    });
  }
});

describe("a number that stays the same, or a fraction that is rounded, is not:", () => {
  const same = [
    "9007199254740991",
    "-9007199254740991",
    "9007199254740992",
    "18446744073709552000",
    "1e23",
    "1E+300",
  ].concat(["0.30000000000000004", "3.14159265358979323846", "1e-999", "-0", "12345678901234567e3", "1.50e2", "0e999"]);
  for (const text of same) test(text, () => assert.deepEqual(paths(`{"a":${text}}`), []));
  test("all that JSON.stringify writes", () => {
    for (let at = 0; at < 2_000; at += 1) {
      const value = (Math.random() - 0.5) * 10 ** (Math.random() * 600 - 300);
      assert.deepEqual(paths(JSON.stringify([value, Math.round(value)])), []);
    }
  });
  test("texts", () => {
    const text = JSON.stringify({ a: " 9007199254740993, 1e400", "1e400": "[9007199254740993" });
    assert.deepEqual(paths(text), []);
    assert.deepEqual(parseExactJson(text).value, JSON.parse(text));
  });
});

test("the texts of such numbers take their places, under every name", () => {
  const { value } = parseExactJson('{"__proto__":9007199254740993,"b":{"c":1e400}}');
  assert.deepEqual(paths('{"__proto__":9007199254740993}'), ["body.__proto__"]);
  takeInexact(value, "body");
  assert.equal(JSON.stringify(value), '{"__proto__":"9007199254740993","b":{"c":"1e400"}}');
});

test("takes time in proportion to the text", () => {
  const timed = (text: string) => {
    const began = process.threadCpuUsage();
    takeInexact(parseExactJson(text).value, "body");
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000;
  };
  assert.ok(timed(`[${Array.from({ length: 100_000 }, () => "9007199254740993").join()}]`) < 1_500);
  assert.ok(timed(`"${"1".repeat(2_000_000)}"`) < 500);
  assert.ok(timed(`1${"0".repeat(1_000_000)}1`) < 500);
  assert.ok(timed(`"${" 1".repeat(1_000_000)}"`) < 500);
});
