import assert from "node:assert/strict";
import { test } from "node:test";
import { importedLibraries } from "./imported-libraries.ts";

test("finds what is imported in every form, by the name of its Library", () => {
  const source = `
    import { FunctionError, type Context } from "ferrule";
    import { formatMoney } from 'lib/money';
    import { parse } from "csv-parse/sync";
    import type { Row } from "csv-parse";
    import * as dates from "@acme/dates/iso";
    import "polyfill";
    import whole, {
      part,
    } from
      "several-lines";
    export * from "re-exported";
    const late = await import("late/part");
  `;
  assert.deepEqual(importedLibraries(source), [
    "@acme/dates",
    "csv-parse",
    "late",
    "lib/money",
    "polyfill",
    "re-exported",
    "several-lines",
  ]);
});

test("finds nothing in comments, strings, templates and regular expressions", () => {
  const source = `
    // import a from "commented";
    /* import b from "commented-too"; */
    const text = 'import c from "quoted"';
    const template = \`import d from "templated" \${ \`from "nested"\` } import e from "templated-too"\`;
    const pattern = /from "matched"/;
    const divided = 4 / 2; const from = { from: "a property" }; Array.from("abc"); loader.import("a method");
    import real from "real";
  `;
  assert.deepEqual(importedLibraries(source), ["real"]);
});

test("finds imports inside what a template evaluates and after it", () => {
  const source = "const x = `${ await import('inside') } text`;\nimport after from 'after';";
  assert.deepEqual(importedLibraries(source), ["after", "inside"]);
});

test("leaves out what cannot be a Library", () => {
  const source = `import "./local.ts"; import "node:fs"; import "https://example.com/x.js"; import "ferrule"`;
  assert.deepEqual(importedLibraries(source), []);
});

test("takes no more than linear time for texts that open what they never close", () => {
  for (const opening of ["/*", "`", "`${", "'", "/[", "import (", "${", "\\", "*/ /*"]) {
    const time = (length: number) => {
      const source = opening.repeat(length / opening.length);
      const startedAt = process.cpuUsage();
      importedLibraries(source);
      const { user, system } = process.cpuUsage(startedAt);
      return (user + system) / 1_000;
    };
    time(100_000);
    // Quadratic time would take minutes for half a mebibyte.
    assert.ok(time(524_288) < 3_000, `${opening} took too long`);
  }
});
