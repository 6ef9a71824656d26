import assert from "node:assert/strict";
import { ApiError } from "@ferrule/contract/client.ts";

/** The paths that a 400 VALIDATION_ERROR names; fails for any other result. */
export async function issuePaths(call: Promise<unknown>): Promise<string[]> {
  const error = await call.then(
    () => assert.fail("the request was accepted"),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ApiError, String(error));
  assert.deepEqual([error.status, error.code], [400, "VALIDATION_ERROR"]);
  const issues = error.details?.["issues"] as { path: string; message: string }[];
  return issues.map(({ path }) => path);
}
