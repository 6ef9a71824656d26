import assert from "node:assert/strict";
import test from "node:test";
import type { SecretRequest } from "@ferrule/contract/internal/secrets.ts";
import type { Invocation } from "../call/invocation.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { Cancellation } from "../../../ground/cancellation.ts";
import type { HostCallContext } from "./host-call.ts";
import { createSecretsGet, type GetSecret } from "./secrets.ts";

const context = (secrets: string[]): HostCallContext => ({
  invocation: {
    projectId: "prj_1",
    environment: "production",
    functionId: "fn_1",
    deploymentId: "dep_1",
    grant: { secrets, hosts: [], collections: [], cache: false },
  } as unknown as Invocation,
  dropped: new Cancellation(),
  signal: new AbortController().signal,
  ended: new AbortController().signal,
  touch: () => assert.fail("reading a secret touches nothing outside"),
  cancel: () => undefined,
  record: () => assert.fail("reading a secret is no outbound request"),
  noteStatement: () => assert.fail("reading a secret is no statement"),
});
const none = new Uint8Array(0);

async function codeOf(get: GetSecret, argument: unknown, granted = ["TOKEN"]): Promise<string> {
  const error = await createSecretsGet(get)(argument, none, context(granted)).then(
    () => assert.fail("it was answered"),
    (error: unknown) => error,
  );
  assert.ok(error instanceof HostCallError);
  return error.code;
}

test("a granted secret is asked for in the call's own Project and environment", async () => {
  const asked: SecretRequest[] = [];
  const get: GetSecret = async (request) => (asked.push(request), "the value");
  assert.deepEqual(await createSecretsGet(get)({ name: "TOKEN" }, none, context(["TOKEN"])), { value: "the value" });
  const expected = {
    projectId: "prj_1",
    environment: "production",
    name: "TOKEN",
    functionId: "fn_1",
    deploymentId: "dep_1",
  };
  assert.deepEqual(asked, [expected]);
});

test("what was not granted is never asked for, whatever the guest sends", async () => {
  const get: GetSecret = async () => assert.fail("it was asked for");
  assert.equal(await codeOf(get, { name: "OTHER" }), "NOT_GRANTED");
  assert.equal(await codeOf(get, { name: "token" }), "NOT_GRANTED");
  assert.equal(await codeOf(get, { name: "TOKEN" }, []), "NOT_GRANTED");
  for (const argument of [null, {}, { name: 1 }, { name: ["TOKEN"] }, { name: "T".repeat(100_000) }]) {
    assert.equal(await codeOf(get, argument), "VALIDATION_ERROR");
  }
});

test("NOT_FOUND without such a secret, UNAVAILABLE while nobody can be asked", async () => {
  assert.equal(await codeOf(async () => null, { name: "TOKEN" }), "NOT_FOUND");
  assert.equal(await codeOf(() => Promise.reject(new Error("connection refused")), { name: "TOKEN" }), "UNAVAILABLE");
});
