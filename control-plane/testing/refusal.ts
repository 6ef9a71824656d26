import assert from "node:assert/strict";
import { ApiError } from "@ferrule/contract/client.ts";

/** The error of a refused request; fails if it was accepted. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => assert.fail("the request was accepted"),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

/** The issues that a 400 VALIDATION_ERROR names; fails for any other result. */
export async function issuesOf(call: Promise<unknown>): Promise<{ path: string; message: string }[]> {
  const { status, code, details } = await refusal(call);
  assert.deepEqual([status, code], [400, "VALIDATION_ERROR"]);
  return details?.["issues"] as { path: string; message: string }[];
}

/** The paths of those issues. */
export const issuePaths = async (call: Promise<unknown>): Promise<string[]> =>
  (await issuesOf(call)).map(({ path }) => path);
