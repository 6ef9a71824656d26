import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bundle, SentBundle } from "@ferrule/contract/internal/artifact.ts";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import { uploadBundles } from "./upload-bundles.ts";

const bundleOf = (n: number, length = 10): BundleBytes => ({
  digest: `d${n}`,
  code: Buffer.alloc(length, "c"),
  sourceMap: Buffer.from("{}"),
});

function taking() {
  const taken: string[][] = [];
  return {
    taken,
    async storeBundles({ body: { bundles } }: { body: { bundles: Bundle[] } }) {
      taken.push(bundles.map(({ digest }) => digest));
      return undefined;
    },
    async storeBundle({ params: { digest } }: { params: { digest: string } }) {
      taken.push([digest]);
      return undefined;
    },
  };
}
const numbered = (count: number, length?: number) => Array.from({ length: count }, (_, n) => bundleOf(n, length));
const all = (count: number) => numbered(count).map(({ digest }) => digest);

test("bundles leave a hundred in a message, and large ones alone", async () => {
  const many = taking();
  await uploadBundles(numbered(250), many);
  assert.deepEqual(
    many.taken.map(({ length }) => length),
    [100, 100, 50],
  );
  assert.deepEqual(many.taken.flat(), all(250));
  const large = taking();
  await uploadBundles(numbered(3, 3_000_000), large);
  assert.deepEqual(large.taken, [["d0"], ["d1"], ["d2"]]);
});

test("one alone is the bytes of its code and its map", async () => {
  const told: unknown[] = [];
  const storeBundle = async ({ params, body }: { params: { digest: string }; body: SentBundle }) => {
    told.push([params.digest, body.codeBytes, String(body.bytes)]);
    return undefined;
  };
  await uploadBundles(numbered(1, 3), { ...taking(), storeBundle });
  assert.deepEqual(told, [["d0", 3, "ccc{}"]]);
});

test("a refusal ends the upload", async () => {
  const refusing = { ...taking(), storeBundles: () => Promise.reject(new Error("refused")) };
  await assert.rejects(uploadBundles(numbered(30), refusing), /refused/);
});
