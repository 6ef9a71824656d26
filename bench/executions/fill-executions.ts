import { internalRoutes } from "@ferrule/contract/internal/routes.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { Client } from "pg";
import { request } from "undici";
import { generator, recordAt } from "./execution-records.ts";

const dayMs = 86_400_000;
export const usualDays = 14;

/** Runs statements as the tables' owner: the work that the scheduler and autovacuum would do over time. */
async function runStatements(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    for (const statement of statements) await database.query(statement);
  } finally {
    await database.end();
  }
}

interface Reporting {
  /** The control plane's private listener. */
  internalUrl: string;
  workerApiToken: string;
}

/** Reports calls as a worker does. @throws when the control plane does not accept them */
export async function report(
  { internalUrl, workerApiToken }: Reporting,
  records: readonly ExecutionRecord[],
): Promise<void> {
  const { statusCode, body } = await request(`${internalUrl}${internalRoutes.recordExecutions.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-worker-token": workerApiToken },
    body: JSON.stringify({ records }),
  });
  const text = await body.text();
  if (statusCode !== 204) throw new Error(`A batch was answered ${statusCode}: ${text}`);
}

/** Makes the partitions of the last `days` days, and today's. */
export const addPartitions = (databaseUrl: string, days: number): Promise<void> =>
  runStatements(
    databaseUrl,
    Array.from(
      { length: days + 1 },
      (_, day) => `select ferrule_add_execution_partition((now() at time zone 'UTC')::date - ${day})`,
    ),
  );

/** The work that autovacuum does after a while. */
export const gatherStatistics = (databaseUrl: string): Promise<void> =>
  runStatements(
    databaseUrl,
    ["executions", "execution_batches", "execution_facets", "failure_rollups"].map((table) => `analyze ${table}`),
  );

interface Filling extends Reporting {
  databaseUrl: string;
  projectId: string;
  rows: number;
  /** The calls are spread over this time, up to now. Default: two weeks. */
  spanMs?: number;
}

/**
 * Records this many calls, spread evenly, as workers report them: batches of 500 over `/internal`, two at a time.
 * Returns one of them, and the number recorded per second.
 */
export async function fillExecutions({
  databaseUrl,
  projectId,
  rows,
  spanMs = usualDays * dayMs,
  ...to
}: Filling): Promise<{ sample: ExecutionRecord; perSecond: number }> {
  await addPartitions(databaseUrl, Math.ceil(spanMs / dayMs));
  const random = generator(1);
  const end = Date.now();
  let made = 0;
  let sample: ExecutionRecord | undefined;
  const began = performance.now();

  async function send(): Promise<void> {
    while (made < rows) {
      const records: ExecutionRecord[] = [];
      for (; made < rows && records.length < 500; made += 1) {
        const startedAt = new Date(end - spanMs * (1 - made / rows)).toISOString();
        records.push(recordAt(projectId, startedAt, random));
      }
      sample ??= records[0];
      await report(to, records);
    }
  }
  await Promise.all([send(), send()]);
  const perSecond = rows / ((performance.now() - began) / 1_000);
  await gatherStatistics(databaseUrl);
  await delay(1_000);
  if (!sample) throw new Error("There is nothing to list.");
  return { sample, perSecond };
}

// A test that drives a browser runs this as a separate program.
if (import.meta.main) {
  const given = (name: string) => process.env[name] ?? "";
  await fillExecutions({
    databaseUrl: given("DATABASE_URL"),
    internalUrl: given("INTERNAL_URL"),
    workerApiToken: given("WORKER_API_TOKEN"),
    projectId: given("PROJECT_ID"),
    rows: Number(given("BENCH_ROWS")),
  });
}
