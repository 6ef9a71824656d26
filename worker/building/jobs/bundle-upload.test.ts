import assert from "node:assert/strict";
import { test } from "node:test";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { ControlPlaneRequest } from "../../ground/control-plane-client/control-plane-client.ts";
import { createBundleUpload } from "./bundle-upload.ts";

const bundleOf = (n: number, length: number): BundleBytes => ({
  digest: `d${n}`,
  code: Buffer.alloc(length, "c"),
  sourceMap: Buffer.alloc(0),
});

/** A control plane that has all bundles with an odd number. */
function takingEven() {
  const taken: string[] = [];
  return {
    taken,
    send: async ({ path, body }: ControlPlaneRequest) => {
      const { digests = [], bundles } = (body ?? {}) as { digests?: string[]; bundles?: { digest: string }[] };
      if (path === "/internal/bundles/missing")
        return { missing: digests.filter((digest) => Number(digest.slice(1)) % 2 === 0) };
      taken.push(...(bundles?.map(({ digest }) => digest) ?? [/d\d+/.exec(path)?.[0] ?? ""]));
      return undefined;
    },
  };
}

test("bundles leave while others are still to come, each once, and only those that are missing", async () => {
  const control = takingEven();
  const offered: string[] = [];
  const upload = createBundleUpload(control.send, async (built) => {
    offered.push(...[...built].map(({ digest }) => digest));
  });
  for (let n = 0; n < 10; n += 1) {
    await upload.add(bundleOf(n, 3_000_000));
    await upload.add(bundleOf(n, 3_000_000));
    // Two fill a message, so one is held at most.
    assert.ok(offered.length >= n, `${offered.length} of ${n + 1}`);
  }
  await upload.add(bundleOf(10, 1));
  await upload.end();
  assert.deepEqual(control.taken, ["d0", "d2", "d4", "d6", "d8", "d10"]);
  assert.equal(offered.length, 11);
});

test("a refusal reaches the build that adds, and the one that ends", async () => {
  const upload = createBundleUpload(() => Promise.reject(new Error("refused")));
  await assert.rejects(upload.add(bundleOf(1, 5_000_000)), /refused/);
  await assert.rejects(upload.end(), /refused/);
});
