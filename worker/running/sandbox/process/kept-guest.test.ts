import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";
import { keptBundle } from "./kept-guest.ts";

let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), "ferrule-kept-"));
});
after(() => rm(root, { recursive: true, force: true }));

test("what was bundled is bundled again when a file of it has another content, or nothing whole was kept", async () => {
  const folder = join(root, "bundle");
  const input = join(root, "input.ts");
  const write = async (text: string) => {
    await writeFile(input, text);
    // If a file changes during the bundling, it counts as changed.
    await delay(20);
  };
  await write("1");
  let bundled = 0;
  const bundle = async () => ({ executor: `executor ${(bundled += 1)}`, prelude: "prelude", inputs: [input] });
  const executor = async () => (await keptBundle(folder, root, bundle)).executor;
  assert.equal(await executor(), "executor 1");
  assert.equal(await executor(), "executor 1");
  await write("2");
  assert.equal(await executor(), "executor 2");
  await utimes(input, 1, 1);
  assert.equal(await executor(), "executor 2");
  const kept = join(folder, "guest.json");
  await writeFile(kept, "{");
  assert.equal(await executor(), "executor 3");
  await writeFile(kept, (await readFile(kept, "utf8")).replace("executor 3", "executor 0"));
  assert.equal(await executor(), "executor 4");
  await rm(input);
  assert.equal(await executor(), "executor 5");
  // An impossible folder must not cause a failure.
  assert.equal((await keptBundle(join(kept, "x"), root, bundle)).executor, "executor 6");
});

test("what was bundled of one checkout is not run by another one with other files", async () => {
  const folder = join(root, "shared");
  const [old, upgraded] = [join(root, "old"), join(root, "upgraded")];
  const bundleIn = (checkout: string) => async () => {
    const input = join(checkout, "guest.ts");
    return { executor: await readFile(input, "utf8"), prelude: "prelude", inputs: [input] };
  };
  for (const [checkout, text] of [
    [old, "old"],
    [upgraded, "new"],
  ] as const) {
    await mkdir(checkout);
    await writeFile(join(checkout, "guest.ts"), text);
    await utimes(join(checkout, "guest.ts"), 1, 1);
  }
  await delay(20);
  for (const checkout of [old, upgraded, old]) {
    const { executor } = await keptBundle(folder, checkout, bundleIn(checkout));
    assert.equal(executor, checkout === old ? "old" : "new");
  }
});

describe("the snapshot of isolates", { concurrency: 1 }, () => {
  const file = () => join(root, "isolates.snapshot");
  /** The file, once it has the expected content: it is written while calls run. */
  async function keptAs(wanted: (kept: Buffer) => boolean): Promise<Buffer> {
    for (let tries = 0; tries < 500; tries += 1) {
      const kept = await readFile(file()).catch(() => null);
      if (kept !== null && wanted(kept)) return kept;
      await delay(20);
    }
    throw new Error("The snapshot was not kept.");
  }
  async function works(): Promise<void> {
    await using sandbox = await testSandbox({ executors: 1, snapshotDir: root });
    const code = "export default (input) => ({ url: new URL('/a', 'http://b').href, n: structuredClone(input).n });";
    const result = await sandbox.invoke(invocationOf(code, { inputJson: '{"n":1}' }));
    assert.deepEqual(valueOf(result), { url: "http://b/a", n: 1 });
  }

  test("is kept by the first sandbox and used by the next", async () => {
    await works();
    const kept = await keptAs(({ length }) => length > 100_000);
    await works();
    assert.deepEqual(await readFile(file()), kept);
  });

  test("is made again when it was changed, or is of another prelude", async () => {
    const kept = await readFile(file());
    for (const at of [0, kept.length - 1]) {
      const changed = Buffer.from(kept);
      changed[at]! ^= 1;
      await writeFile(file(), changed);
      await works();
      await keptAs((again) => !again.equals(changed) && again.subarray(0, 32).equals(kept.subarray(0, 32)));
    }
  });

  test("is given up when no executor starts from it", async () => {
    const kept = await readFile(file());
    const nonsense = Buffer.alloc(1_000, 7);
    const digest = createHash("sha256").update(nonsense).digest();
    await writeFile(file(), Buffer.concat([kept.subarray(0, 32), digest, nonsense]));
    await works();
    await works();
    await keptAs(({ length }) => length > 100_000);
  });
});
