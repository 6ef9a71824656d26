import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import { createBundleUpload } from "./bundle-upload.ts";

const bundleOf = (n: number, length: number): BundleBytes => ({
  digest: `d${n}`,
  code: Buffer.alloc(length, "c"),
  sourceMap: Buffer.alloc(0),
});

/** A control plane that already has all bundles with an odd number. */
function takingEven() {
  const taken: string[] = [];
  return {
    taken,
    listMissingBundles: async ({ body: { digests } }: { body: { digests: string[] } }) => ({
      missing: digests.filter((digest) => Number(digest.slice(1)) % 2 === 0),
    }),
    async storeBundles({ body: { bundles } }: { body: { bundles: Bundle[] } }) {
      taken.push(...bundles.map(({ digest }) => digest));
      return undefined;
    },
    async storeBundle({ params: { digest } }: { params: { digest: string } }) {
      taken.push(digest);
      return undefined;
    },
  };
}

test("bundles leave while others are still to come, each once, and only those that are missing", async () => {
  const control = takingEven();
  const offered: string[] = [];
  const upload = createBundleUpload(control, async (built) => {
    offered.push(...[...built].map(({ digest }) => digest));
  });
  for (let n = 0; n < 10; n += 1) {
    await upload.add(bundleOf(n, 3_000_000));
    await upload.add(bundleOf(n, 3_000_000));
    // Two bundles fill a message, so it holds at most one.
    assert.ok(offered.length >= n, `${offered.length} of ${n + 1}`);
  }
  await upload.add(bundleOf(10, 1));
  await upload.end();
  assert.deepEqual(control.taken, ["d0", "d2", "d4", "d6", "d8", "d10"]);
  assert.equal(offered.length, 11);
});

test("a refusal reaches the build that adds, and the one that ends", async () => {
  const refuse = () => Promise.reject(new Error("refused"));
  const upload = createBundleUpload({ listMissingBundles: refuse, storeBundles: refuse, storeBundle: refuse });
  await assert.rejects(upload.add(bundleOf(1, 5_000_000)), /refused/);
  await assert.rejects(upload.end(), /refused/);
});
