import assert from "node:assert/strict";
import test from "node:test";
import { openSecret } from "./open-secret.ts";
import { keyRing } from "./key-ring.ts";
import type { SealContext } from "./seal-context.ts";
import { SealError } from "./seal-error.ts";
import { fingerprintOf, sealSecret } from "./seal-secret.ts";
import { rewrapKey } from "./unwrap-key.ts";

const [oldKey, newKey] = ["the older encryption key of 32 characters", "the newer encryption key of 32 characters"];
const context: SealContext = {
  projectId: "prj_1",
  environment: "production",
  secretId: "sec_1",
  name: "ORDERS_TOKEN",
  version: 3,
};
const value = 's3cr3t-välue \n with "everything"';
const before = await keyRing([oldKey]);
const both = await keyRing([newKey, oldKey]);
const after = await keyRing([newKey]);

const refusal = (reason: SealError["reason"]) => (error: unknown) => {
  assert.ok(error instanceof SealError);
  assert.equal(error.reason, reason);
  assert.doesNotMatch(`${error.stack}`, /s3cr3t|encryption key of/);
  return true;
};

test("what is sealed opens again, and is never sealed into the same bytes twice", () => {
  const [one, two] = [sealSecret(before, context, value), sealSecret(before, context, value)];
  assert.equal(openSecret(before, context, one), value);
  assert.notDeepEqual(one.ciphertext, two.ciphertext);
  assert.notDeepEqual(one.wrappedKey, two.wrappedKey);
});

for (const [field, other] of Object.entries({
  projectId: "prj_2",
  environment: "development",
  secretId: "sec_2",
  name: "OTHER_TOKEN",
  version: 2,
} as const)) {
  test(`what was moved to another ${field} is refused`, () => {
    const sealed = sealSecret(before, context, value);
    assert.throws(() => openSecret(before, { ...context, [field]: other }, sealed), refusal("damaged"));
  });
}

test("each altered byte is refused, in the ciphertext and in the wrapped key", () => {
  const sealed = sealSecret(before, context, value);
  for (const part of ["ciphertext", "wrappedKey"] as const) {
    for (let at = 0; at < sealed[part].length; at += 1) {
      const altered = Buffer.from(sealed[part]);
      altered[at] = (altered[at] ?? 0) ^ 1;
      assert.throws(() => openSecret(before, context, { ...sealed, [part]: altered }), refusal("damaged"));
    }
    assert.throws(() => openSecret(before, context, { ...sealed, [part]: Buffer.alloc(5) }), refusal("damaged"));
  }
});

test("the data key of another version does not open a ciphertext", () => {
  const [one, two] = [sealSecret(before, context, value), sealSecret(before, context, value)];
  assert.throws(() => openSecret(before, context, { ...one, wrappedKey: two.wrappedKey }), refusal("damaged"));
});

test("a key that is not configured is named by its id, and nothing crashes", () => {
  assert.throws(() => openSecret(after, context, sealSecret(before, context, value)), refusal("unknown-key"));
});

test("the first key seals, every key opens, and a rewrapped one needs the first alone", () => {
  const old = sealSecret(before, context, value);
  assert.equal(openSecret(both, context, old), value);
  assert.equal(sealSecret(both, context, value).keyId, after.first.id);
  const rewrapped = { ...old, ...rewrapKey(both, context, old) };
  assert.equal(openSecret(after, context, rewrapped), value);
  assert.throws(() => openSecret(before, context, rewrapped), refusal("unknown-key"));
});

test("a fingerprint tells an equal value of the same secret, and nothing across secrets or keys", () => {
  const fingerprint = fingerprintOf(before, "sec_1", value);
  assert.match(fingerprint, /^[0-9a-f]{8}$/);
  assert.equal(fingerprintOf(before, "sec_1", value), fingerprint);
  assert.notEqual(fingerprintOf(before, "sec_1", `${value}!`), fingerprint);
  assert.notEqual(fingerprintOf(before, "sec_2", value), fingerprint);
  assert.notEqual(fingerprintOf(after, "sec_1", value), fingerprint);
});
