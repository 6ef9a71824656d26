import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { stop } from "esbuild";
import { bundleFunction } from "./bundle-function.ts";

after(() => stop());

const source = `import { FunctionError, type Context } from "ferrule";
interface Input { a: string }
const unused = () => "never used";

/** Says. */
export default async function say(input: Input, ctx: Context): Promise<string> {
  if (input.a === "") throw new FunctionError("EMPTY", ctx.requestId);
  return input.a;
}
`;

const digest = (code: string) => createHash("sha256").update(code).digest("hex");

async function bundled(text: string) {
  const { bundle, diagnostics } = await bundleFunction(text);
  assert.deepEqual(diagnostics, []);
  assert.ok(bundle);
  return bundle;
}

describe("a bundle", () => {
  test("is an ES module with readable names that imports ferrule alone and holds nothing unused", async () => {
    const { code } = await bundled(source);
    assert.deepEqual(code.match(/^import .*$/gm), ['import { FunctionError } from "ferrule";']);
    assert.match(code, /async function say\(input, ctx\)/);
    assert.match(code, /export \{\n {2}say as default\n\};/);
    assert.doesNotMatch(code, /unused|interface|Context/);
  });
  test("maps its lines to those of function.ts, whose text the map carries", async () => {
    const { code, sourceMap } = await bundled(source);
    const line = code.split("\n").findIndex((one) => one.includes("throw new")) + 1;
    const { source: file, line: original } = originalPositionFor(new TraceMap(sourceMap), { line, column: 8 });
    assert.deepEqual([file, original], ["function.ts", 7]);
    assert.deepEqual((JSON.parse(sourceMap) as { sourcesContent: string[] }).sourcesContent, [source]);
    assert.doesNotMatch(code, /sourceMappingURL/);
  });
  test("is the same bytes for the same source, and another digest for another map", async () => {
    const [first, again, moved] = [await bundled(source), await bundled(source), await bundled(`\n${source}`)];
    assert.deepEqual(again, first);
    assert.notEqual(digest(moved.code), digest(first.code));
  });
  test("has no decorators, which V8 does not know", async () => {
    const { code } = await bundled(
      "const d = (value: unknown, c: ClassMethodDecoratorContext) => {};\nclass A { @d m() {} }\nexport default () => new A();",
    );
    assert.doesNotMatch(code, /^\s*@d/m);
  });
  test("never reads a file, whatever is imported", async () => {
    for (const path of ["/etc/passwd", "./function.ts", "node:fs", "esbuild", "data:text/javascript,1"]) {
      const { bundle, diagnostics } = await bundleFunction(
        `import * as a from ${JSON.stringify(path)};\nexport default () => a;`,
      );
      assert.equal(bundle, null);
      assert.deepEqual(
        diagnostics.map(({ code, line }) => [code, line]),
        [["BUNDLE_FAILED", 1]],
      );
    }
  });
});
