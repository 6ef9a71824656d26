import assert from "node:assert/strict";
import { test } from "node:test";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { issuePaths } from "../../testing/refusal.ts";
import { deployDrafts } from "../../testing/deploy-drafts.ts";
import { inNewProject, push, told } from "./testing/pushing.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

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
  const result = await run();
  const { user, system } = process.cpuUsage(began);
  return { result, ms: (user + system) / 1_000 };
}

test("1,000 Functions are exported in 2 s, and one change of them is previewed and applied in 3 s", async () => {
  const { id } = await scene.plane.createProject();
  const client = await scene.plane.signInAs("owner", id);
  const all = await push(client, largeSource(1_000));
  assert.equal(all.changes.length, 2_010);
  await deployDrafts(scene.plane, client);
  const exported = await spent(() => client.getProjectSource());
  const { source: held, digest: base } = exported.result;
  const functions = held.functions.map((one, n) => (n === 7 ? { ...one, source: `${one.source}// changed` } : one));
  const body = { source: { ...held, functions }, base };
  const previewed = await spent(() => client.previewProjectSource({ body }));
  const previewDigest = previewed.result.digest;
  const applied = await spent(() => client.applyProjectSource({ body: { ...body, previewDigest } }));
  assert.deepEqual(told(applied.result), ["function function-104 changed source"]);
  assert.ok(exported.ms <= 2_000, `exported in ${exported.ms} ms`);
  assert.ok(previewed.ms <= 3_000, `previewed in ${previewed.ms} ms`);
  assert.ok(applied.ms <= 3_000, `applied in ${applied.ms} ms`);
});

test("the audit event of a large push says of some changes what differs, and how many there are", async () => {
  const owner = await inNewProject(scene.plane);
  const source = largeSource(300);
  await push(owner.client, source);
  const { items } = await owner.client.listAuditEvents({ query: { action: "project-source.apply" } });
  const event = items.find(({ projectId }) => projectId === owner.projectId);
  const { total, changes } = event!.changes as { total: number; changes: { after?: object; name: string }[] };
  assert.deepEqual([total, changes.length], [610, 610]);
  assert.equal(changes.filter(({ after }) => after !== undefined).length, 100);
  const text = JSON.stringify(event);
  assert.ok(text.length < 200_000, `${text.length}`);
  assert.doesNotMatch(text, /what it does with an order/, "texts are only told apart");
});

test("a source of 10,001 Functions is refused, and one of 10,000 that stand twice is told some places", async () => {
  const { client } = await inNewProject(scene.plane);
  const one = functionOf(1);
  const short = { ...one, source: "export default () => 1;" };
  const source = (count: number) => ({
    apiVersion: "ferrule/v1" as const,
    functions: Array.from({ length: count }, () => short),
  });
  const preview = (count: number) => client.previewProjectSource({ body: { source: source(count) } });
  assert.deepEqual(await issuePaths(preview(10_001)), ["body.source.functions"]);
  const paths = await issuePaths(preview(10_000));
  assert.deepEqual([paths.length, paths[0]], [100, "body.source.functions.1.slug"]);
});
