import assert from "node:assert/strict";
import test from "node:test";
import type { ArtifactFunction, ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { entryOf, loadedArtifact } from "../artifacts/artifact-digest.ts";
import { compileArtifact, type CompiledFunctions } from "./compile-artifact.ts";
import { createRetiredFunctions, retireFunctions } from "./retired-functions.ts";

const log = createLog("worker", "silent");
const load = () => Promise.reject(new Error("Nothing is called here."));

const declared = (id: string, timeoutMs = 1_000): ArtifactFunction => ({
  id,
  slug: id,
  name: id,
  description: "",
  bundleDigest: "0".repeat(64),
  inputSchema: { type: "object", properties: { a: { type: "string" } } },
  outputSchema: null,
  timeoutMs,
  memoryMb: 64,
  permissions: { secrets: [], hosts: [], collections: [], cache: false },
});
const artifact = (...functions: ArtifactFunction[]) => ({
  apiVersion: "ferrule/v1" as const,
  projectId: "prj",
  endpoints: [],
  functions,
});

const compile = (digest: string, manifest: ArtifactManifest, compiled?: CompiledFunctions) =>
  compileArtifact(digest, loadedArtifact(manifest), load, log, compiled);
const digestOf = (one: ArtifactFunction) => entryOf(one).digest;

test("compiles no Function again that is found as it is, and every one that differs in anything", async () => {
  const before = await compile("one", artifact(declared("same"), declared("other")));
  const after = await compile("two", artifact(declared("same"), declared("other", 999)), {
    find: (digest) => before.functions.get(digest),
  });
  assert.ok(before.functions.get(digestOf(declared("same"))));
  assert.equal(after.functions.get(digestOf(declared("same"))), before.functions.get(digestOf(declared("same"))));
  assert.equal(after.functions.get(digestOf(declared("other", 999)))?.artifact.timeoutMs, 999);
});

test("what an artifact had and none in service has is kept for a rollback, and forgotten when there is much of it", async () => {
  const retired = createRetiredFunctions();
  const one = await compile("one", artifact(declared("same"), declared("other")));
  const two = await compile("two", artifact(declared("same"), declared("other", 999)));
  retireFunctions(retired, one, [two]);
  assert.deepEqual([...retired.keys()], [digestOf(declared("other"))]);
  const large = (n: number) => ({ ...declared(`large_${n}`), description: "x".repeat(400_000) });
  for (let n = 0; n < 4; n += 1) retireFunctions(retired, await compile(String(n), artifact(large(n))), [two]);
  assert.equal(retired.get(digestOf(large(0))), undefined);
  assert.ok(retired.get(digestOf(large(3))));
});
