import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { Client } from "pg";
import { addPartitions, gatherStatistics } from "./fill-executions.ts";

interface Copying {
  databaseUrl: string;
  /** The number of days afterwards, including the copied one. */
  days: number;
  /** The number of copies of a day's calls. */
  copiesADay: number;
  /** Whether copies leave out inputs and outputs, so that more of them fit. */
  slim: boolean;
  /** It stops early after this many minutes, or when this share of the disk is used. */
  minutes: number;
  fullest: number;
}

export interface Copied {
  copies: number;
  seconds: number;
}

/**
 * How to copy a row. An identifier keeps its random end. Its first six characters are those of the shifted time, to
 * four minutes, and the next four are the copy's number.
 */
const preparations = `
  create function bench_digits(value bigint, digits integer) returns text language sql immutable as $$
    select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((value >> (5 * n)) & 31)::integer + 1, 1), '' order by n desc)
    from generate_series(0, digits - 1) n
  $$;
  create unlogged table bench_times as
    select step, bench_digits(step, 6) as digits
    from generate_series((extract(epoch from now() - interval '800 days') * 1000)::bigint >> 18,
      (extract(epoch from now() + interval '1 day') * 1000)::bigint >> 18) step;
  create unique index on bench_times (step);
  create unlogged table bench_executions as select *, (extract(epoch from started_at) * 1000)::bigint as ms from executions;
  create unlogged table bench_batches as select * from execution_batches;
  create unlogged table bench_facets as select * from execution_facets;
  create unlogged table bench_rollups as select * from execution_rollups where seconds = 900;
  create unlogged table bench_failures as select * from failure_rollups;
  analyze bench_times; analyze bench_executions; analyze bench_batches; analyze bench_facets`;

const withoutContents = `'{"input":{},"output":{},"logs":[],"calls":[],"hostCalls":[],"hostCallsOmitted":0}'`;

interface Copy {
  number: number;
  /** The time between a copy and its original. */
  earlierMs: number;
}

const moved = (column: string, { earlierMs }: Copy) => `${column} - interval '${earlierMs} milliseconds'`;
const named = (prefix: string, id: string) => `'${prefix}_' || times.digits || copy.digits || right(${id}, 14)`;
const numbered = ({ number }: Copy) => `(select bench_digits(${number}, 4) as digits) copy`;
const sequenceOf = ({ number }: Copy) => `-(sequence + ${number}::bigint * 1000000000)`;

const copyExecutions = (copy: Copy, slim: boolean) => `
  insert into executions (id, project_id, request_id, environment, deployment_id, function_id, function_name, function_digest,
    endpoint_id, binding_id, source, tenant_id, caller, status, started_at, duration_ms, queue_ms, gateway_ms, cpu_ms,
    cold_start, error, details, worker_id, http_status)
  select ${named("exe", "id")}, project_id, ${named("req", "request_id")}, environment, deployment_id, function_id,
    function_name, ${slim ? "null" : "function_digest"}, endpoint_id, binding_id, source, tenant_id, caller, status,
    ${moved("started_at", copy)}, duration_ms, queue_ms, gateway_ms, cpu_ms, cold_start, error,
    ${slim ? withoutContents : "details"}, worker_id, http_status
  from ${numbered(copy)}, bench_executions its
    join bench_times times on times.step = (its.ms - ${copy.earlierMs}) >> 18`;

const copyBatches = (copy: Copy) => `
  insert into execution_batches (sequence, project_id, recorded_at, ids, started_ats, first_at, last_at, entries)
  overriding system value
  select ${sequenceOf(copy)}, project_id, ${moved("recorded_at", copy)}, found.ids, found.ats, ${moved("first_at", copy)},
    ${moved("last_at", copy)}, entries
  from ${numbered(copy)}, bench_batches cross join lateral (
    select array_agg(${named("exe", "call.id")} order by n) as ids, array_agg(${moved("call.at", copy)} order by n) as ats
    from unnest(ids, started_ats) with ordinality as call (id, at, n)
      join bench_times times on times.step = ((extract(epoch from call.at) * 1000)::bigint - ${copy.earlierMs}) >> 18
  ) found`;

const copyFacets = (copy: Copy) => `
  insert into execution_facets (project_id, facet, term, last_at, first_at, sequence, positions)
  select project_id, facet, term, ${moved("last_at", copy)}, ${moved("first_at", copy)}, ${sequenceOf(copy)}, positions
  from bench_facets order by facet, term`;

/** Sums are copied once for each day, unchanged. */
const copySums = (copy: Copy) => `
  insert into execution_rollups select project_id, environment, seconds, ${moved("bucket_at", copy)}, function_id, function_name,
    calls, failed, rejected, cancelled, durations from bench_rollups on conflict do nothing;
  insert into failure_rollups select project_id, ${moved("bucket_at", copy)}, environment, id, function_id, function_name, code,
    frame, message, count, ${moved("first_at", copy)}, ${moved("last_at", copy)}, sample_ids
    from bench_failures on conflict do nothing`;

/** The used share of the disk with temporary files, from 0 to 1. */
async function fullness(): Promise<number> {
  const { blocks, bfree, bavail } = await statfs(tmpdir());
  return (blocks - bfree) / (blocks - bfree + bavail);
}

async function connect(databaseUrl: string): Promise<Client> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query("select set_config('ferrule.scope', 'installation', false)");
  return database;
}

/**
 * Copies one day's calls to the days before, with their batches, entries and sums, in their stored form. It is about
 * ten times as fast as reports.
 */
export async function copyExecutionsToDays({
  databaseUrl,
  days,
  copiesADay,
  slim,
  minutes,
  fullest,
}: Copying): Promise<Copied> {
  await addPartitions(databaseUrl, days);
  const first = await connect(databaseUrl);
  const others = await connect(databaseUrl);
  const began = performance.now();
  const copies: Copy[] = Array.from({ length: days * copiesADay - 1 }, (_, n) => {
    const [turn, day] = [Math.floor((n + 1) / days), (n + 1) % days];
    return { number: n + 1, earlierMs: day * 86_400_000 + turn * 3 };
  });
  let made = 0;
  async function work(database: Client): Promise<void> {
    for (;;) {
      const copy = copies.shift();
      const isLate = performance.now() - began > minutes * 60_000;
      if (copy === undefined || isLate || (await fullness()) > fullest) return;
      await database.query(`begin; ${copyExecutions(copy, slim)}; ${copyBatches(copy)}; ${copyFacets(copy)};
        ${copy.number < days ? `${copySums(copy)};` : ""} commit`);
      made += 1;
    }
  }
  try {
    await first.query(preparations);
    await Promise.all([work(first), work(others)]);
    const tables = ["times", "executions", "batches", "facets", "rollups", "failures"].map((name) => `bench_${name}`);
    await first.query(`drop table ${tables.join(", ")}`);
  } finally {
    await Promise.all([first.end(), others.end()]);
  }
  const seconds = (performance.now() - began) / 1_000;
  await gatherStatistics(databaseUrl);
  return { copies: made, seconds };
}
