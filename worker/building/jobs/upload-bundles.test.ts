import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import { uploadBundles } from "./upload-bundles.ts";

const bundleOf = (n: number, length = 10): Bundle => ({ digest: `d${n}`, code: "c".repeat(length), sourceMap: "" });

function taking() {
  const taken: string[][] = [];
  return {
    taken,
    async storeBundles({ body: { bundles } }: { body: { bundles: Bundle[] } }) {
      taken.push(bundles.map(({ digest }) => digest));
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

test("a refusal ends the upload", async () => {
  const refusing = { storeBundles: () => Promise.reject(new Error("refused")) };
  await assert.rejects(uploadBundles(numbered(30), refusing), /refused/);
});
