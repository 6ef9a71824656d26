import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import type { HostCall } from "@ferrule/contract/internal/host-calls.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { rekey } from "../../doors/commands/rekey/rekey.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { answerIdempotencyCalls } from "./answer-idempotency-calls.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
const answer = JSON.stringify({ status: 200, body: "the customer's address" });

describe("answers of idempotent calls", () => {
  const scene = duringTests(startTestControlPlane);
  let projectId: string;
  before(async () => {
    projectId = (await scene.createProject()).id;
  });

  async function ask(name: string, argument: object, app = scene.app): Promise<unknown> {
    const call = { name: `idempotency.${name}`, argument, executionId: "exe_1" } as unknown as HostCall;
    const [result] = await answerIdempotencyCalls(app, projectId, [call], new AbortController().signal);
    assert.ok(result?.ok === true, JSON.stringify(result));
    return result.value;
  }
  const request = digest("request");
  const begin = (place: string, holder: string = randomUUID(), app = scene.app) =>
    ask("begin", { place, request, holder, leaseMs: 60_000 }, app);

  async function keep(place: string): Promise<void> {
    const holder = randomUUID();
    assert.deepEqual(await begin(place, holder), { state: "held" });
    await ask("end", { place, holder, answer });
  }
  const rowOf = (place: string) =>
    scene.app.store.inInstallation(({ tx }) =>
      tx.selectFrom("idempotentCalls").selectAll().where("place", "=", place).executeTakeFirstOrThrow(),
    );

  test("are sealed in the database, and given again", async () => {
    const place = digest("sealed");
    await keep(place);
    const { ciphertext, wrappedKey } = await rowOf(place);
    assert.ok(ciphertext !== null && wrappedKey !== null);
    assert.equal(ciphertext.includes("address"), false);
    assert.deepEqual(await begin(place), { state: "answered", answer });
  });

  test("open under their own key and attempt alone", async () => {
    const [one, other] = [digest("one"), digest("other")];
    await keep(one);
    await keep(other);
    const { keyId, wrappedKey, ciphertext } = await rowOf(one);
    await scene.app.store.inInstallation(({ tx }) =>
      tx.updateTable("idempotentCalls").set({ keyId, wrappedKey, ciphertext }).where("place", "=", other).execute(),
    );
    assert.deepEqual(await begin(other), { state: "unkept" });
    assert.deepEqual(await begin(one), { state: "answered", answer });
  });

  test("get another key when the keys are replaced", async () => {
    const place = digest("rotated");
    await keep(place);
    const old = scene.app.settings.encryptionKeys;
    const next = ["a newer key of these tests of 32 characters", ...old];
    const { rewrapped, failed } = await rekey(scene.app.store, await keyRing(next));
    assert.ok(rewrapped > 0 && failed.size <= 1, JSON.stringify([...failed]));
    const { keyId } = await rowOf(place);
    assert.equal(keyId, (await keyRing(next)).first.id);
    await assert.rejects(begin(place), { message: /UNAVAILABLE/ }, "another control plane may open it");
    const app = { ...scene.app, settings: { ...scene.app.settings, encryptionKeys: next } };
    assert.deepEqual(await begin(place, "again", app), { state: "answered", answer });
  });

  test("that ended are let go and taken again", async () => {
    const place = digest("again");
    await keep(place);
    await scene.app.store.inInstallation(({ tx }) =>
      sql`update idempotent_calls set expires_at = now() where place = ${place}`.execute(tx),
    );
    assert.deepEqual(await begin(place), { state: "held" });
    const { ciphertext, keyId } = await rowOf(place);
    assert.deepEqual([ciphertext, keyId], [null, null]);
  });
});
