import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterEach, beforeEach, describe, test } from "node:test";
import { functionFilename } from "../../executor/isolates/filenames.ts";
import { createStackMapper, type StackMapper } from "./stack-mapper.ts";

let mapper: StackMapper;
beforeEach(() => {
  // However slow the machine is, we wait for the stacks.
  mapper = createStackMapper(60_000);
});
afterEach(() => mapper.close());

/** A map of this many lines, each of which was one line later in its source. */
const mapOf = (lines: number) =>
  JSON.stringify({
    version: 3,
    sources: ["function.ts"],
    names: [],
    mappings: `AACA,MAAM${";AACN,MAAM".repeat(lines - 1)}`,
  });
const stackAt = (line: number, column = 1) =>
  `Error: no\n    at run (${functionFilename}:${line}:${column})\n    at ferrule:platform:1:2`;

describe("a guest's stack", () => {
  test("gets the places of its source, without the platform's own frames", async () => {
    const bundle = { digest: "small", sourceMap: mapOf(3) };
    assert.equal(await mapper.map(stackAt(1), bundle, "a"), "Error: no\n    at run (function.ts:2:1)");
    assert.equal(await mapper.map(stackAt(3, 7), bundle, "a"), "Error: no\n    at run (function.ts:4:7)");
    // Places that were found before need no map.
    assert.equal(
      await mapper.map(stackAt(1), { ...bundle, sourceMap: "{}" }, "a"),
      "Error: no\n    at run (function.ts:2:1)",
    );
  });

  test("stays as it is without a map, and with one that is none", async () => {
    const own = `Error: no\n    at run (${functionFilename}:1:1)`;
    for (const [index, sourceMap] of [
      "",
      "{",
      "[]",
      '{"version":3}',
      '{"version":3,"sources":[],"mappings":"!!!"}',
    ].entries())
      assert.equal(await mapper.map(stackAt(1), { digest: `broken${index}`, sourceMap }, "a"), own);
  });

  test("of the largest bundle holds nobody up, and costs no memory afterwards", async () => {
    const sourceMap = mapOf(1_100_000);
    assert.ok(sourceMap.length > 10_900_000);
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    const before = process.memoryUsage();
    const mapped = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        mapper.map(stackAt(600_000 + n), { digest: `large${n}`, sourceMap }, `p${n}`),
      ),
    );
    delays.disable();
    assert.match(mapped[0] ?? "", /function\.ts:600001:1/);
    // Decoding one took 300 ms, and 90 MB that were not freed.
    assert.ok(delays.max / 1e6 < 200, `${delays.max / 1e6} ms`);
    const grown = process.memoryUsage().heapUsed - before.heapUsed;
    assert.ok(grown < 60e6, `${grown} bytes`);
  });

  test("of another Project waits for one map at most", async () => {
    const sourceMap = mapOf(400_000);
    let done = 0;
    const many = Array.from({ length: 12 }, (_, n) =>
      mapper.map(stackAt(9 + n), { digest: `mine${n}`, sourceMap }, "mine").then(() => (done += 1)),
    );
    const other = await mapper.map(stackAt(2), { digest: "other", sourceMap: mapOf(3) }, "other");
    assert.match(other, /function\.ts:3:1/);
    assert.ok(done <= 2, `${done} came before`);
    await Promise.all(many);
  });
});
