import type { Permissions } from "../internal/permissions.ts";
import { maskMarker } from "../warnings/sensitive-names.ts";
import type { RecordedExecution } from "./recorded-execution.ts";

/** Stand-ins for what a call asked for, and what its record does not say of them. */
interface Stands {
  stand: Record<string, unknown>;
  /** Sentences for comments. */
  notes: string[];
}

type Recorded = Pick<RecordedExecution, "calls" | "hostCalls" | "hostCallsOmitted" | "startedAt">;

function fetchesOf({ calls }: Recorded): Stands {
  if (calls.length === 0) return { stand: {}, notes: [] };
  const fetch = calls.map(({ method, host, path, status }) => ({
    method,
    // The record does not say whether a query came behind it.
    url: `https://${host}${path}*`,
    respond: status === null ? { error: "no answer" } : { status, json: {} },
    times: 1,
  }));
  const masked = calls.some(({ path }) => path.includes(maskMarker));
  return {
    stand: { fetch },
    notes: [
      "The record does not hold headers, queries and bodies of requests: put what each service returned into its json.",
      ...(masked ? ["It masks parts of the addresses: put values there."] : []),
    ],
  };
}

function statementsOf({ hostCalls }: Recorded): Stands {
  const sql: Record<string, { match: string; rows: unknown[] }[]> = {};
  for (const { statement } of hostCalls) {
    if (statement === undefined) continue;
    (sql[statement.connection] ??= []).push({ match: statement.statement, rows: [] });
  }
  if (Object.keys(sql).length === 0) return { stand: {}, notes: [] };
  return { stand: { sql }, notes: ["The record does not hold rows of databases: put them into rows."] };
}

/** Whether the call may have used a part of the context: some of its host calls are only counted. */
const used = ({ hostCalls, hostCallsOmitted }: Recorded, part: string) =>
  hostCallsOmitted > 0 || hostCalls.some(({ name }) => name.startsWith(`${part}.`));

function storedOf(recorded: Recorded, { secrets, collections, cache }: Permissions): Stands {
  const usesSecrets = secrets.length > 0 && used(recorded, "secrets");
  const usesRecords = collections.length > 0 && used(recorded, "collections");
  const usesCache = cache && used(recorded, "cache");
  return {
    stand: {
      ...(usesSecrets ? { secrets: Object.fromEntries(secrets.map((name) => [name, "a stand-in"])) } : {}),
      ...(usesCache ? { cache: {} } : {}),
      ...(usesRecords ? { collections: Object.fromEntries(collections.map(({ name }) => [name, []])) } : {}),
    },
    notes: [
      ...(usesSecrets ? ["The record does not hold values of secrets: those of the stand-ins are made up."] : []),
      ...(usesCache ? ["The record does not hold entries of the cache: it is empty here."] : []),
      ...(usesRecords ? ["The record does not hold records of collections: put those that the call found there."] : []),
    ],
  };
}

/** The stand-ins for everything that a recorded call asked for, with the time at which it began. */
export function standsOf(recorded: Recorded, permissions: Permissions): Stands {
  const all = [fetchesOf(recorded), storedOf(recorded, permissions), statementsOf(recorded)];
  return {
    stand: Object.assign({}, ...all.map(({ stand }) => stand), { now: recorded.startedAt }) as Stands["stand"],
    notes: all.flatMap(({ notes }) => notes),
  };
}
