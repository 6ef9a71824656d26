import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson, whyNotJson } from "./read-json.ts";

const problemOf = (text: string) => {
  const read = readJson(text);
  return "problem" in read ? read.problem : assert.fail(`${text} is JSON`);
};

test("says where a text stops being JSON, and never in the parser's words", () => {
  assert.deepEqual(readJson('{"a":[1]}'), { value: { a: [1] } });
  assert.equal(problemOf(" \n"), "it is empty.");
  for (const text of ['{"a":', "[1,2", '"abc', '{"a":1', "[1,2\n"])
    assert.equal(problemOf(text), "it ends too early: a bracket or a quotation mark is not closed.", text);
  assert.equal(problemOf('{"a":1,}'), "line 1, column 8 cannot be read.");
  assert.equal(problemOf('{\n  "a": 1\n  "b": 2\n}'), "line 3, column 3 cannot be read.");
  assert.equal(problemOf('{"a":1} x'), "line 1, column 9 cannot be read.");
  for (const text of ['{"password": hunter2}', "'hunter2'", "hunter2", '{"a" hunter2}'])
    assert.doesNotMatch(problemOf(text), /hunter|JSON|token/, text);
});

test("reads the sentences of the other browsers", () => {
  const firefox = new SyntaxError(
    "JSON.parse: expected ',' or '}' after property value at line 2 column 5 of the JSON data",
  );
  assert.equal(whyNotJson('{"a":1\n    x}', firefox), "line 2, column 5 cannot be read.");
  const atEnd = new SyntaxError(
    "JSON.parse: end of data while reading object contents at line 1 column 2 of the JSON data",
  );
  assert.match(whyNotJson("{", atEnd), /^it ends too early/);
  const safari = new SyntaxError("JSON Parse error: Unrecognized token 'h'");
  assert.equal(whyNotJson("hunter2", safari), "a character in it is out of place.");
});
