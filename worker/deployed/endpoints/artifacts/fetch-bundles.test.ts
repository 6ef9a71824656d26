import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import { fetchBundles } from "./fetch-bundles.ts";

const bundleOf = (digest: string): Bundle => ({ digest, code: "", sourceMap: "" });

test("bundles are asked for together until all that there are have come, each once", async () => {
  const digests = Array.from({ length: 250 }, (_, n) => `d${n}`);
  const [asked, taken]: [number[], string[]] = [[], []];
  // It sends as many as fit, but none of the first ten, and one bundle that nobody requested.
  const client = {
    async listBundles({ body: { digests: wanted } }: { body: { digests: string[] } }) {
      asked.push(wanted.length);
      const sent = wanted.filter((one) => !/^d\d$/.test(one)).slice(0, 60);
      return { bundles: [...sent, ...(asked.length === 1 ? ["other"] : [])].map(bundleOf) };
    },
  };
  await fetchBundles(digests, client, async ({ digest }) => void taken.push(digest));
  assert.deepEqual(taken.sort(), digests.slice(10).sort());
  assert.ok(asked.every((count) => count <= 100) && asked.length < 10, String(asked));
});

test("a lone one, and those of a control plane that sends none, are left to who asks for each", async () => {
  let asked = 0;
  const client = { listBundles: async () => ((asked += 1), { bundles: [] }) };
  const take = () => Promise.reject(new Error("There is nothing to take."));
  await fetchBundles(["d0"], client, take);
  assert.equal(asked, 0);
  await fetchBundles(["d0", "d1", "d2"], client, take);
  assert.equal(asked, 1);
});
