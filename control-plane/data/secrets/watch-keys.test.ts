import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { startControlPlane, type ControlPlane } from "../../start-control-plane.ts";
import { startTestControlPlane, type TestControlPlane } from "../../testing/test-control-plane.ts";
import { giveUpKeys, rekey } from "../../doors/commands/rekey/rekey.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";

const [older, newer, foreign] = ["older", "newer", "foreign"].map(
  (age) => `the ${age} key of these tests of 32 characters`,
) as [string, string, string];
const idOf = async (key: string) => (await keyRing([key])).first.id;

describe("the encryption keys of an installation", () => {
  const beside = (plane: TestControlPlane, encryptionKeys: string[]): Promise<ControlPlane> =>
    startControlPlane(
      { ...plane.settings, port: 0, internalPort: 0, encryptionKeys },
      { log: createLog("test", "silent") },
    );
  async function ask(port: number, path: string, method = "GET") {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return { status: answer.status, text: await answer.text() };
  }
  async function readyOf({ port }: { port: number }) {
    const { status, text } = await ask(port, "/ready");
    return { ...(JSON.parse(text) as { failing?: string[]; reason?: string }), status };
  }
  async function withSecret(): Promise<TestControlPlane> {
    const plane = await startTestControlPlane({ encryptionKeys: [older] });
    const client = await plane.signInAs("owner");
    await client.createSecret({ body: { name: "TOKEN", environment: "production", value: "a value to keep" } });
    return plane;
  }

  test("can be replaced with every control plane ready, as documented", async () => {
    await using plane = await withSecret();
    assert.equal((await readyOf(plane.controlPlane)).status, 200);
    {
      await using first = await beside(plane, [older, newer]);
      assert.equal((await readyOf(first)).status, 200);
      await using second = await beside(plane, [newer, older]);
      assert.deepEqual([(await readyOf(first)).status, (await readyOf(second)).status], [200, 200]);
      const { failed } = await rekey(first.app.store, await keyRing([newer, older]));
      assert.equal(failed.size, 0);
    }
    await using last = await beside(plane, [newer]);
    assert.equal((await readyOf(last)).status, 200);
  });

  test("make one that lacks the key of another not ready, which serves on what it can", async () => {
    await using plane = await withSecret();
    await using _other = await beside(plane, [newer, older]);
    await using late = await beside(plane, [older]);
    const { status, failing, reason } = await readyOf(late);
    assert.deepEqual([status, failing], [503, ["encryption-keys"]]);
    assert.match(reason ?? "", new RegExp(`ENCRYPTION_KEYS lacks ${await idOf(newer)}`));
    assert.equal((await ask(late.port, "/api/auth/me")).status, 401);
    const { text } = await ask(late.port, "/metrics");
    assert.match(text, /ferrule_encryption_keys_missing\{?.*\}? 1/);
  });

  test("that are wrong, as after a restore, keep it from serving, and change nothing", async () => {
    await using plane = await withSecret();
    await using wrong = await beside(plane, [foreign]);
    const { status, failing, reason } = await readyOf(wrong);
    assert.deepEqual([status, failing], [503, ["encryption-keys"]]);
    assert.match(reason ?? "", new RegExp(await idOf(older)));
    assert.doesNotMatch(reason ?? "", /key of these tests/);
    for (const path of ["/api/auth/me", "/oauth/token"]) assert.equal((await ask(wrong.port, path)).status, 503, path);
    assert.equal((await ask(wrong.internalPort, "/internal/deliveries", "POST")).status, 503);
    assert.equal((await ask(wrong.port, "/health")).status, 200);
    await using right = await beside(plane, [older]);
    assert.equal((await readyOf(right)).status, 200);
  });

  test("that are lost are given up by their ids", async () => {
    await using plane = await withSecret();
    await giveUpKeys(plane.app.store, await keyRing([foreign]), [await idOf(older)]);
    await using other = await beside(plane, [foreign]);
    assert.equal((await readyOf(other)).status, 200);
  });

  test("under which nothing is sealed need not be kept", async () => {
    await using plane = await startTestControlPlane({ encryptionKeys: [older] });
    await using other = await beside(plane, [newer]);
    assert.equal((await readyOf(other)).status, 200);
  });
});
