import assert from "node:assert/strict";
import { test } from "node:test";
import { artifactHead, type ArtifactManifest, type ArtifactPartText } from "@ferrule/contract/internal/artifact.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { digestOfEntries, loadedArtifact, type Entry } from "./artifact-digest.ts";
import { fetchArtifact, type KnownEntries } from "./fetch-artifact.ts";

const held = (id: string, description = "") => ({
  id,
  slug: id,
  name: id,
  description,
  bundleDigest: "b",
  inputSchema: { type: "object", properties: { zebra: {}, apple: {} } },
  outputSchema: null,
  timeoutMs: 1_000,
  memoryMb: 64,
  permissions: noPermissions,
});
const endpoint = { id: "ep", kind: "mcp" as const, slug: "ep", name: "", description: "", instructions: "" };
const manifest: ArtifactManifest = {
  apiVersion: "ferrule/v1",
  projectId: "prj",
  endpoints: [{ ...endpoint, tools: [], routes: [] }],
  functions: [held("a"), held("b"), held("c")],
  collections: [{ id: "col", name: "people", version: 2 }],
};
const loaded = loadedArtifact(manifest);
const digest = digestOfEntries(manifest, loaded.endpoints, loaded.functions);
const [first, second, third] = loaded.functions;
const entries: readonly Entry<{ id: string }>[] = [...loaded.endpoints, ...loaded.functions];
const headOf = (of: readonly Entry<{ id: string }>[]) => of.map((entry) => [entry.value.id, entry.digest]);
const head = { ...manifest, endpoints: headOf(loaded.endpoints), functions: headOf(loaded.functions) };

/** The worker has nothing but these. */
const knowing = (...functions: (typeof first)[]): KnownEntries => ({
  endpoint: () => undefined,
  function: (wanted) => functions.find((one) => one?.digest === wanted),
});

/** A control plane that sends `sent`, two parts in each response. */
function startClient(sent: unknown, parts: readonly ArtifactPartText[] = entries.map(textOf)) {
  const asked: string[][] = [];
  return {
    asked,
    getArtifact: async () => artifactHead.parse(sent),
    async listArtifactParts({ body: { digests } }: { body: { digests: string[] } }) {
      asked.push([...digests]);
      return { parts: parts.filter((part) => digests.includes(part.digest)).slice(0, 2) };
    },
  };
}

const textOf = (entry: Entry<unknown>) => ({ digest: entry.digest, content: JSON.stringify(entry.value) });

test("an artifact is put together from what is at hand and the parts that are not, asked for until all have come", async () => {
  const client = startClient(head);
  const fetched = await fetchArtifact(digest, client, knowing(second));
  assert.deepEqual(fetched.manifest, manifest);
  assert.equal(fetched.functions[1], second, "it is the same");
  assert.deepEqual(Object.keys(fetched.functions[0]?.value.inputSchema["properties"] ?? {}), ["zebra", "apple"]);
  const lacking = [loaded.endpoints[0], first, third].map((entry) => entry?.digest);
  assert.deepEqual(client.asked, [lacking, lacking.slice(2)]);
});

test("nothing is asked for where all is at hand", async () => {
  const bare = { ...manifest, endpoints: [] };
  const ownDigest = digestOfEntries(bare, [], loaded.functions);
  const client = startClient({ ...head, endpoints: [] });
  assert.deepEqual((await fetchArtifact(ownDigest, client, knowing(first, second, third))).manifest, bare);
  assert.deepEqual(client.asked, []);
});

test("a part that is missing or another one is refused, and so is an artifact that is another one", async () => {
  const fetchWith = (sent: unknown, parts?: ArtifactPartText[]) =>
    fetchArtifact(digest, startClient(sent, parts), knowing());
  await assert.rejects(fetchWith(head, entries.slice(1).map(textOf)), /lacks 1 of its parts/);
  const changed = entries.map((entry) => ({ ...textOf(entry), content: JSON.stringify(held("a", "changed")) }));
  await assert.rejects(fetchWith({ ...head, endpoints: [] }, changed), /has another digest/);
  await assert.rejects(fetchWith({ ...head, functions: head.functions.slice(1) }), /has another digest/);
  await assert.rejects(fetchWith({ ...head, functions: head.functions.toReversed() }), /has another digest/);
  await assert.rejects(fetchWith(manifest), { name: "ZodError" });
});
