import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { workedMs } from "../../../testing/worked-ms.ts";
import { bringGlobals } from "./bring-globals.ts";

describe("Node's globals in a package's text", () => {
  test("are brought in on the first line where they are used, by require or by import", () => {
    assert.equal(
      bringGlobals("exports.a = Buffer.from('a');"),
      `var Buffer = require("node:buffer").Buffer; exports.a = Buffer.from('a');`,
    );
    assert.match(
      bringGlobals("import a from 'a'; process.nextTick(a);"),
      /^import process from "node:process"; import a/,
    );
    assert.match(bringGlobals("setImmediate(() => 1)", true), /^import \{ setImmediate \} from "node:timers";/);
    assert.equal(bringGlobals("#!/usr/bin/env node\nprocess.exit()").split("\n").length, 2);
  });
  test("are left alone where the text has its own, asks first, or only means a member of that name", () => {
    for (const text of [
      'const { Buffer } = require("buffer"); Buffer.from("a");',
      'import { Buffer } from "buffer"; Buffer.from("a");',
      'import { Buffer as Own } from "buffer"; Own.from("a");',
      'if (typeof Buffer !== "undefined") Buffer.from("a");',
      "a.Buffer.from(1); myprocess.env; child.process = 1;",
      "if (process.env.NODE_ENV !== 'production') a();",
      "function setImmediate() {} setImmediate();",
    ])
      assert.equal(bringGlobals(text), text);
  });
  test("a dynamic import or import.meta does not make a module of a script", () => {
    assert.match(bringGlobals("import('a').then(() => process.cwd())"), /^var process = require/);
  });
  test("are found in time that grows with the text, whatever it repeats", () => {
    for (const part of ["import ", "var ", "typeof ", "Buffer ", "process .", "const Buffer, ", "\t", "export {"]) {
      const text = part.repeat(8_000_000 / part.length);
      const began = process.threadCpuUsage();
      bringGlobals(`${text} Buffer.from(process.cwd())`);
      assert.ok(workedMs(began) < 5_000, `${JSON.stringify(part)} took too long`);
    }
  });
});
