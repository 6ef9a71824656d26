import assert from "node:assert/strict";
import { test } from "node:test";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { ControlPlaneRequest } from "../../ground/control-plane-client/control-plane-client.ts";
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
    send: async (request: ControlPlaneRequest) => {
      const { bundles } = (request.body ?? {}) as { bundles?: { digest: string }[] };
      taken.push(bundles?.map(({ digest }) => digest) ?? [/d\d+/.exec(request.path)?.[0] ?? ""]);
    },
  };
}
const numbered = (count: number, length?: number) => Array.from({ length: count }, (_, n) => bundleOf(n, length));
const all = (count: number) => numbered(count).map(({ digest }) => digest);

test("bundles leave a hundred in a message, and large ones alone", async () => {
  const many = taking();
  await uploadBundles(numbered(250), many.send);
  assert.deepEqual(
    many.taken.map(({ length }) => length),
    [100, 100, 50],
  );
  assert.deepEqual(many.taken.flat(), all(250));
  const large = taking();
  await uploadBundles(numbered(3, 3_000_000), large.send);
  assert.deepEqual(large.taken, [["d0"], ["d1"], ["d2"]]);
});

test("one alone is the bytes of its code and its map", async () => {
  const told: ControlPlaneRequest[] = [];
  await uploadBundles(numbered(1, 3), async (request) => {
    told.push(request);
  });
  assert.deepEqual(
    told.map(({ method, path, bytes, codeBytes, body }) => [method, path, bytes?.map(String), codeBytes, body]),
    [["PUT", "/internal/bundles/d0", ["ccc", "{}"], 3, undefined]],
  );
});

test("a refusal ends the upload", async () => {
  const refused = () => Promise.reject(new Error("refused"));
  await assert.rejects(uploadBundles(numbered(30), refused), /refused/);
});
