import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { before, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../../testing/test-control-plane.ts";
import type { OpenStore } from "../../../ground/store/connections/open-store.ts";
import { rekey } from "./rekey.ts";
import { keyRing } from "../../../ground/sealing/key-ring.ts";
import { openSecret } from "../../../ground/sealing/open-secret.ts";

const [oldKey, newKey, foreignKey] = ["older", "newer", "foreign"].map(
  (age) => `the ${age} key of these tests of 32 characters`,
) as [string, string, string];
const count = 150;
const plane = duringTests(() => startTestControlPlane({ encryptionKeys: [oldKey] }));
const client = duringTests(() => plane.signInAs("owner"));
before(async () => {
  for (let index = 0; index < count; index += 1) {
    await client.createSecret({
      body: { name: `SECRET_${index}`, environment: "production", value: `value ${index}` },
    });
  }
});

const sealedRows = () =>
  plane.app.store.inInstallation(({ tx }) =>
    tx
      .selectFrom("secretVersions")
      .innerJoin("secrets", "secrets.id", "secretVersions.secretId")
      .select([
        "secretId",
        "secretVersions.version",
        "secrets.projectId",
        "environment",
        "name",
        "keyId",
        "wrappedKey",
        "ciphertext",
      ])
      .execute(),
  );

async function opensWith(keys: string[]): Promise<number> {
  const ring = await keyRing(keys);
  let opened = 0;
  for (const { keyId, wrappedKey, ciphertext, ...context } of await sealedRows()) {
    assert.ok(keyId !== null && wrappedKey !== null && ciphertext !== null);
    try {
      const value = openSecret(ring, context, { keyId, wrappedKey, ciphertext });
      assert.equal(value, context.name.replace("SECRET_", "value "));
      opened += 1;
    } catch (error) {
      assert.equal((error as Error).name, "SealError");
    }
  }
  return opened;
}

/** Runs `ferrule secrets rekey` as a user would. */
async function runProgram(encryptionKeys: string): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../../cli/main.ts"), "secrets", "rekey"], {
    env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: plane.settings.databaseUrl, ENCRYPTION_KEYS: encryptionKeys },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => void (out += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out };
}

test("without the key that sealed them nothing is changed, and the sentence names it and no key", async () => {
  const { code, out } = await runProgram(`${newKey},${foreignKey}`);
  assert.equal(code, 1);
  assert.match(
    out,
    new RegExp(`Rewrapped the data keys of 0 secrets[\\s\\S]*${count} left as they were: .*k_[0-9a-f]{16}`),
  );
  assert.doesNotMatch(out, /key of these tests|value \d/);
  assert.equal(await opensWith([oldKey]), count);
});

test("one that was interrupted left whole secrets, each under one of the two keys, and the next goes on", async () => {
  const ring = await keyRing([newKey, oldKey]);
  let transactions = 0;
  // Simulates a crash between two transactions, or inside one.
  const dying: Pick<OpenStore, "inInstallation"> = {
    inInstallation: (run, options) =>
      plane.app.store.inInstallation(async (scope) => {
        const result = await run(scope);
        transactions += 1;
        if (transactions === 2) throw new Error("killed");
        return result;
      }, options),
  };
  await assert.rejects(rekey(dying, ring), /killed/);
  const [underNew, underOld] = [await opensWith([newKey]), await opensWith([oldKey])];
  assert.deepEqual([underNew, underOld], [100, count - 100]);
  assert.equal(await opensWith([newKey, oldKey]), count);
});

test("the program finishes the work, a second run has nothing to do, and the old key can go", async () => {
  const first = await runProgram(`${newKey},${oldKey}`);
  assert.deepEqual([first.code, /data keys of 50 secrets/.test(first.out)], [0, true], first.out);
  const second = await runProgram(newKey);
  assert.deepEqual([second.code, /data keys of 0 secrets/.test(second.out)], [0, true], second.out);
  assert.equal(await opensWith([newKey]), count);
  assert.equal(await opensWith([oldKey]), 0);
});

test("a missing ENCRYPTION_KEYS is said by name", async () => {
  const { code, out } = await runProgram("");
  assert.equal(code, 1);
  assert.match(out, /ENCRYPTION_KEYS: is missing/);
});
