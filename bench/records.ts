import { loadavg } from "node:os";
import { createEndpoint, deploy, issueKey, openProject } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { Client as Connection } from "pg";

/*
 * Reads of a collection with a million records: queries by an index on page 1 and on page 1,000, through the gateway
 * and the management API, and `ctx.collection().get` as a Function sees it. BENCH_ROWS and BENCH_REQUESTS scale it.
 */
const rows = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const requests = Number(process.env["BENCH_REQUESTS"] ?? 100);
const deepPage = Math.min(1_000, Math.floor(rows / 200));
const [queryAimMs, getAimMs] = [20, 2];

const source = `
import type { Context } from "ferrule";
/** How long a read takes in the mean of ten in a row, in milliseconds: the clock of a Function has whole ones only. */
export default async function read(input: { ids: string[] }, ctx: Context) {
  const items = ctx.collection<{ n: number }>("items");
  const took: number[] = [];
  for (let at = 0; at < input.ids.length; at += 10) {
    const ids = input.ids.slice(at, at + 10);
    const began = performance.now();
    for (const id of ids) if ((await items.get(id))?.id !== id) throw new Error("another record");
    took.push((performance.now() - began) / ids.length);
  }
  return { took };
}
`;

/** With few records, this only shows that the measurement works. The tests' server is enough for that. */
await using platform = await startTestPlatform({ embedded: rows >= 100_000 });
const client = await platform.signInAsOwner();
const { id: projectId } = await openProject(client);
const schema = { type: "object", properties: { n: { type: "number" }, status: { type: "string" } }, required: ["n"] };
const { id: collectionId } = await client.createDataCollection({
  body: { name: "items", schema, indexes: ["n", "status"] },
});
const collections = [{ name: "items", access: "read" as const }];
const permissions = { secrets: [], hosts: [], collections, cache: false };
const { id: functionId } = await client.createFunction({
  body: { slug: "read", source, permissions, timeoutMs: 60_000 },
});
const { id: endpointId, urls } = await createEndpoint(client, "http", "api");
await client.createHttpBinding({ params: { endpointId }, body: { functionId, method: "POST", path: "/read" } });
const key = await issueKey(client, endpointId, { tenantId: "acme" });
const grant = { subject: { kind: "function", id: functionId }, access: "read", environment: "development" } as const;
await client.replaceDataCollectionGrant({ params: { collectionId }, body: grant });
await deploy(client);

/** We insert directly into the table, because a million single insertions are not what we measure. */
async function fill(): Promise<void> {
  const connection = new Connection({ connectionString: platform.databaseUrl });
  await connection.connect();
  await connection.query(`select set_config('ferrule.scope', 'installation', false)`);
  await connection.query(
    `insert into records (project_id, collection_id, environment, tenant_id, id, version, data, key_1, key_2, created_at)
     select $1, $2, 'development', 'acme', 'rec_' || lpad(n::text, 8, '0'), 1, data,
       ferrule_sort_key(data -> 'n'), ferrule_sort_key(data -> 'status'), now() - n * interval '1 second'
     from (select n, jsonb_build_object('n', n, 'status', 's' || n % 1000, 'note', repeat('x', 200)) as data
       from generate_series(1, $3::integer) as n) as made`,
    [projectId, collectionId, rows],
  );
  await connection.query("vacuum analyze records");
  await connection.end();
}
await fill();

const quantile = (took: readonly number[], share: number) =>
  took.toSorted((one, other) => one - other)[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;

type Query = Omit<Parameters<typeof client.queryRecords>[0]["body"], "environment" | "tenantId">;
const ask = (query: Query) =>
  client.queryRecords({ params: { collectionId }, body: { environment: "development", tenantId: "acme", ...query } });

const slow: string[] = [];
async function measure(name: string, run: () => Promise<{ items: unknown[] }>, aimMs: number): Promise<void> {
  const [took, beside]: [number[], number[]] = [[], []];
  let shown = 0;
  for (let round = 0; round < requests + 3; round += 1) {
    const began = performance.now();
    shown = (await run()).items.length;
    const ms = performance.now() - began;
    const besideBegan = performance.now();
    await client.listEnvironments();
    if (round < 3) continue;
    took.push(ms);
    beside.push(performance.now() - besideBegan);
  }
  const p95 = quantile(took, 0.95);
  if (p95 > aimMs) slow.push(name);
  const figures = [quantile(took, 0.5), p95, quantile(beside, 0.95)].map((ms) => ms.toFixed(1));
  process.stdout.write(`| ${name} | ${shown} | ${figures.join(" | ")} |\n`);
}

/** The cursor of a page far down, reached by pages of 200 instead of 50. */
async function cursorOf(query: Query): Promise<string | null> {
  let cursor: string | null = null;
  for (let read = 0; read < deepPage * 50; read += 200) {
    const page: Awaited<ReturnType<typeof ask>> = await ask({ ...query, limit: 200, cursor });
    if (page.nextCursor === null) return cursor;
    cursor = page.nextCursor;
  }
  return cursor;
}

process.stdout.write(
  `Node ${process.version}, ${rows} records, ${requests} requests each, one at a time, load average ${loadavg()[0]?.toFixed(1)}\n\n`,
);
process.stdout.write("| page of 50, by | shown | p50 ms | p95 ms | beside, p95 ms |\n|---|---|---|---|---|\n");
const queries: [string, Query][] = [
  ["order by an indexed number", { orderBy: [{ field: "n", direction: "asc" }] }],
  ["a range of it, descending", { where: { n: { gt: 10 } }, orderBy: [{ field: "n", direction: "desc" }] }],
  ["equal status, by id", { where: { status: "s7" }, orderBy: [{ field: "id", direction: "asc" }] }],
  ["newest first", {}],
];
for (const [name, query] of queries) {
  await measure(`${name}: page 1`, () => ask(query), queryAimMs);
  const cursor = await cursorOf(query);
  if (cursor !== null) await measure(`${name}: page ${deepPage}`, () => ask({ ...query, cursor }), queryAimMs);
}

const took: number[] = [];
for (let call = 0; call < Math.max(1, requests / 10); call += 1) {
  const ids = Array.from({ length: 200 }, () => `rec_${String(1 + Math.floor(Math.random() * rows)).padStart(8, "0")}`);
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const answer = await fetch(`${urls.development}/read`, { method: "POST", headers, body: JSON.stringify({ ids }) });
  if (!answer.ok) throw new Error(await answer.text());
  took.push(...((await answer.json()) as { took: number[] }).took.slice(1));
}
process.stdout.write("\n| in a Function | p50 ms | p95 ms |\n|---|---|---|\n");
process.stdout.write(
  `| ctx.collection().get | ${quantile(took, 0.5).toFixed(2)} | ${quantile(took, 0.95).toFixed(2)} |\n`,
);
if (quantile(took, 0.5) > getAimMs) slow.push("ctx.collection().get");
if (slow.length > 0 && rows >= 1_000_000) {
  process.stdout.write(`\nSlower than meant: ${slow.join("; ")}\n`);
  process.exitCode = 1;
}
