import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GivenProjectSource, ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { startScene, type Scene } from "../../doors/internal/testing/start-scene.ts";
import { deployDrafts } from "../../testing/deploy-drafts.ts";

let scene: Scene;
before(async () => {
  scene = await startScene({ holdMs: 300 });
});
after(() => scene[Symbol.asyncDispose]());

const body = "  // what it does with an order, in so many words\n".repeat(100);
const functionOf = (n: number) => ({
  slug: `function-${n}`,
  name: `Function ${n}`,
  description: `Does ${n}.`,
  source: `export default (input: { id: string }) => {\n${body}  return input.id + ${n};\n};\n`,
});

/** So many Functions of 5 KB, each a tool of one of ten endpoints. */
function largeSource(count: number): GivenProjectSource {
  const functions = Array.from({ length: count }, (_, n) => functionOf(n));
  const endpoints = Array.from({ length: 10 }, (_, at) => ({
    kind: "mcp" as const,
    slug: `endpoint-${at}`,
    name: `Endpoint ${at}`,
    bindings: functions
      .filter((_one, n) => n % 10 === at)
      .map(({ slug }) => ({ kind: "mcp" as const, function: slug, toolName: slug.replace("-", "_") })),
  }));
  return { apiVersion: "ferrule/v1", functions, endpoints };
}

/** Processor time of this process, in milliseconds. */
async function spent<T>(run: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = process.cpuUsage();
  const wall = performance.now();
  const result = await run();
  const { user, system } = process.cpuUsage(began);
  console.log(
    run.toString().slice(0, 80),
    "cpu",
    Math.round((user + system) / 1_000),
    "wall",
    Math.round(performance.now() - wall),
  );
  return { result, ms: (user + system) / 1_000 };
}

const count = Number(process.env["COUNT"] ?? 1000);
test("1,000 Functions are exported, previewed and changed in seconds", async () => {
  const { id } = await scene.plane.createProject();
  const client = await scene.plane.signInAs("owner", id);
  const source = largeSource(count);
  const { result: plan } = await spent(() => client.previewProjectSource({ body: { source } }));
  await spent(() => client.applyProjectSource({ body: { source, previewDigest: plan.digest } }));
  await deployDrafts(scene.plane, client);
  const first = await spent(() => client.getProjectSource());
  const { source: held, digest } = first.result;
  assert.equal(held.functions.length, count);
  const functions = held.functions.map((one, n) => (n === 7 ? { ...one, source: `${one.source}// changed` } : one));
  const changed: ProjectSource = { ...held, functions };
  const preview = await spent(() => client.previewProjectSource({ body: { source: changed, base: digest } }));
  const { result: applied } = await spent(() =>
    client.applyProjectSource({ body: { source: changed, base: digest, previewDigest: preview.result.digest } }),
  );
  assert.equal(applied.changes.length, 1);
  console.log(applied.warnings, applied.breaking);
});
