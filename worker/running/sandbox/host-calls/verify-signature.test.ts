import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import test from "node:test";
import type { Invocation } from "../call/invocation.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { Cancellation } from "../../../ground/cancellation.ts";
import type { HostCallContext } from "./host-call.ts";
import { createVerifySignature } from "./verify-signature.ts";

const none = new Uint8Array(0);
const body = Buffer.from("Hello, World!");
const signed = `sha256=${createHmac("sha256", "a key").update(body).digest("hex")}`;
const rule = { sender: "github", secret: "HOOK_KEY" };

const contextOf = (over: Partial<Invocation> = {}): HostCallContext => ({
  invocation: {
    projectId: "prj_1",
    environment: "production",
    functionId: "fn_1",
    deploymentId: "dep_1",
    grant: { secrets: ["HOOK_KEY"], hosts: [], collections: [], cache: false },
    http: { method: "POST", path: "/hook", headers: { "x-hub-signature-256": signed }, query: {} },
    httpBody: body,
    httpUrl: "https://ferrule.example.com/http/production/shop/api/hook",
    ...over,
  } as unknown as Invocation,
  dropped: new Cancellation(),
  signal: new AbortController().signal,
  ended: new AbortController().signal,
  touch: () => assert.fail("verifying touches nothing outside"),
  cancel: () => undefined,
  record: () => assert.fail("verifying is no outbound request"),
  noteStatement: () => assert.fail("verifying is no statement"),
});
const verify = createVerifySignature(async () => "a key");

async function codeOf(argument: unknown, context = contextOf()): Promise<string> {
  const error = await verify(argument, none, context).then(
    () => assert.fail("it was answered"),
    (error: unknown) => error,
  );
  assert.ok(error instanceof HostCallError, String(error));
  return error.code;
}

test("a signed request is verified by its secret's name, and the value is not in the answer", async () => {
  const answer = await verify(rule, none, contextOf());
  assert.deepEqual(answer, { value: { verified: { sender: "github", deliveryId: null, timestamp: null } } });
  const altered = await verify(rule, none, contextOf({ httpBody: Buffer.from("Hello, World?") }));
  assert.deepEqual(altered, { value: { problem: "wrong" } });
});

test("a secret that was not granted is refused, and so is what is no rule, whatever the guest sends", async () => {
  assert.equal(await codeOf({ ...rule, secret: "OTHER_KEY" }), "NOT_GRANTED");
  assert.equal(await codeOf({ ...rule, secret: ["HOOK_KEY", "OTHER_KEY"] }), "NOT_GRANTED");
  const many = Array.from({ length: 6 }, () => "HOOK_KEY");
  const hmac = { header: "x\r\ny", algorithm: "md5" };
  for (const wrong of [
    null,
    1,
    [],
    {},
    { ...rule, secret: many },
    { ...rule, sender: "hmac", hmac },
    { ...rule, more: 1 },
  ]) {
    assert.equal(await codeOf(wrong), "VALIDATION_ERROR", JSON.stringify(wrong));
  }
  for (const sender of ["__proto__", "constructor", "toString"]) {
    assert.equal(await codeOf({ ...rule, sender }), "VALIDATION_ERROR", sender);
  }
});

test("a call that no route has brought has no signature", async () => {
  const { http: _http, ...rest } = contextOf().invocation;
  assert.equal(await codeOf(rule, { ...contextOf(), invocation: rest }), "UNAVAILABLE");
});

test("a call verifies five times at most; another call has its own five", async () => {
  const context = contextOf();
  for (let n = 0; n < 5; n += 1) await verify(rule, none, context);
  assert.equal(await codeOf(rule, context), "LIMIT_EXCEEDED");
  await verify(rule, none, contextOf());
});
