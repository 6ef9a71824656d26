import assert from "node:assert/strict";
import { test } from "node:test";
import { citationsIn } from "./cited-papers.ts";

test("finds a citation of a paper that is not in the repository", () => {
  for (const line of [
    "// as api-contract section 5 has it",
    "/** The order (Specification section 4). */",
    "-- specification 4.13, rule 1",
    "runtime-notes say why",
    "see the architecture section 2",
    "functions sections 3 and 4",
  ])
    assert.deepEqual(citationsIn("a.ts", `first\n${line}`), [`a.ts:2: ${line}`]);
});

test("leaves citations of standards, and the words themselves", () => {
  for (const line of [
    "RFC 9110 section 13.1.1",
    "WHATWG HTML, section 9.2",
    "MCP 2025-11-25, transports",
    "JSON Schema 2020-12: Core section 8 and 10",
    "the specification as data",
    "a section of the console with 3 functions",
  ])
    assert.deepEqual(citationsIn("a.ts", line), []);
});
