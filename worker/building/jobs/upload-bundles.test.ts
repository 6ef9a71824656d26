import assert from "node:assert/strict";
import { test } from "node:test";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneRequest,
} from "../../ground/control-plane-client/control-plane-client.ts";
import { uploadBundles } from "./upload-bundles.ts";

const bundleOf = (n: number, length = 10): BundleBytes => ({
  digest: `d${n}`,
  code: Buffer.alloc(length, "c"),
  sourceMap: Buffer.from("{}"),
});

function taking(refused: (request: ControlPlaneRequest) => number | undefined = () => undefined) {
  const taken: string[][] = [];
  return {
    taken,
    send: async (request: ControlPlaneRequest) => {
      const status = refused(request);
      if (status !== undefined) throw new ControlPlaneRefusal(request.method, request.path, status, null);
      const { bundles } = (request.body ?? {}) as { bundles?: { digest: string }[] };
      taken.push(bundles?.map(({ digest }) => digest) ?? [/d\d+/.exec(request.path)?.[0] ?? ""]);
    },
  };
}
const numbered = (count: number, length?: number) => Array.from({ length: count }, (_, n) => bundleOf(n, length));
const all = (count: number) => numbered(count).map(({ digest }) => digest);

test("bundles leave a hundred in a message, large ones alone, and one by itself as ever", async () => {
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

test("one alone is the bytes of its code and its map, and a text for a control plane of before", async () => {
  const told: ControlPlaneRequest[] = [];
  const older = { is: false };
  const send = async (request: ControlPlaneRequest) => {
    told.push(request);
    if (older.is && request.bytes !== undefined)
      throw new ControlPlaneRefusal(request.method, request.path, 415, "UNSUPPORTED_MEDIA_TYPE");
  };
  await uploadBundles(numbered(1, 3), send);
  assert.deepEqual(
    told.map(({ path, bytes, codeBytes, body }) => [path, bytes?.map(String), codeBytes, body]),
    [["/internal/bundles/d0", ["ccc", "{}"], 3, undefined]],
  );
  older.is = true;
  await uploadBundles(numbered(1, 3), send);
  assert.deepEqual(told.at(-1)?.body, { digest: "d0", code: "ccc", sourceMap: "{}" });
});

test("a control plane of before gets them one by one, and any other refusal is one", async () => {
  const older = taking(({ method }) => (method === "POST" ? 404 : undefined));
  await uploadBundles(numbered(30), older.send);
  assert.deepEqual(older.taken.flat().sort(), all(30).sort());
  assert.equal(older.taken.length, 30);
  await assert.rejects(uploadBundles(numbered(30), taking(() => 400).send), /400/);
});
