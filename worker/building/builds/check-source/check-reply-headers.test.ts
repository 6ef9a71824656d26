import assert from "node:assert/strict";
import { test } from "node:test";
import { compileForTest } from "../compile-for-test.ts";

test("a header that an HTTP answer cannot have is a warning where it is written", () => {
  const { diagnostics } = compileForTest(`import type { HttpContext } from "ferrule";
export default (input: {}, ctx: HttpContext) =>
  ctx.http.respond({
    headers: {
      etag: "1",
      "x-mine": "2",
      nel: "{}",
      "X-Accel-Redirect": "/secret",
    },
  });`);
  assert.deepEqual(
    diagnostics.map(({ code, severity, line }) => [code, severity, line]),
    [
      ["HEADER_NOT_SENT", "warning", 7],
      ["HEADER_NOT_SENT", "warning", 8],
    ],
  );
  assert.match(diagnostics[0]?.message ?? "", /^The header "nel" is not sent/);
});
