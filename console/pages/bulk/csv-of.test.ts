import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "./csv-of.ts";

test("every name of every row has a column, and what is not there is empty", () => {
  const rows = [
    { id: "fn_1", calls: -2, enabled: true },
    { id: "fn_2", tags: ["a", "b"], lastUsedAt: null },
  ];
  assert.equal(csvOf(rows), 'id,calls,enabled,tags,lastUsedAt\r\nfn_1,-2,true,,\r\nfn_2,,,"[""a"",""b""]",\r\n');
});

test("commas, quotes and lines stay inside their cell", () => {
  assert.equal(csvOf([{ text: 'a, "b"\r\nc' }]), 'text\r\n"a, ""b""\r\nc"\r\n');
});

test("a text that a spreadsheet would compute is only text", () => {
  const texts = ["=1+1", "+1", "-1", "@SUM(A1)", "a=1"];
  const [, ...cells] = csvOf(texts.map((text) => ({ text }))).split("\r\n");
  assert.deepEqual(cells, ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "a=1", ""]);
});
