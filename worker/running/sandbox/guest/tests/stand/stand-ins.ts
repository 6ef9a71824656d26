import type { CollectionCall } from "@ferrule/contract/internal/collection-calls.ts";
import type { HostAnswer, HostError } from "../../requests.ts";
import { globals } from "../globals.ts";
import { standInForCache } from "./cache.ts";
import { standInForCollections, type CollectionStandIns } from "./collections.ts";
import { standInForFetch, type FetchStandIns, type NotedCall } from "./fetch.ts";
import type { TestedPermissions } from "./permissions.ts";
import { runCallsOf, StoodInRuns, type RunStandIns } from "./runs.ts";
import { standInForSql, type SqlStandIns } from "./sql.ts";
import { noStandIn, refusal } from "./stand-error.ts";

/** `stand` of a call. */
export interface StandIns extends RunStandIns {
  fetch?: FetchStandIns;
  secrets?: Readonly<Record<string, string>>;
  cache?: Readonly<Record<string, unknown>>;
  collections?: CollectionStandIns;
  sql?: SqlStandIns;
  now?: string | number | Date;
  random?: number | readonly number[];
}

interface Surroundings {
  granted: TestedPermissions;
  now: () => number;
  http: { body?: string | Uint8Array; signed?: boolean } | undefined;
}

/** A host call of the Function, as its test sees it. */
interface NotedHostCall {
  name: string;
  argument: unknown;
  ok: boolean;
}

export interface StandIn {
  answer: (name: string, json: string, bytes: Uint8Array | undefined) => Promise<HostAnswer>;
  calls: NotedCall[];
  hostCalls: NotedHostCall[];
  runs: StoodInRuns;
  /** The bytes of an answer that the Function has streamed. */
  streamed: () => Uint8Array;
  after: () => { cache: object; collections: object };
}

const none = new Uint8Array(0);
const mostNoted = 1_000;

type Fields = Record<string, never>;
type Run = (fields: Fields, bytes: Uint8Array | undefined) => unknown;

function secretsGet(given: Readonly<Record<string, string>>, { secrets }: TestedPermissions): Run {
  return ({ name }: { name?: unknown }) => {
    if (typeof name !== "string") throw refusal("VALIDATION_ERROR", "The name of a secret is a string.");
    if (!secrets.includes(name)) {
      const message = "This call was not granted that secret: the Function must declare it and the policy allow it.";
      throw refusal("NOT_GRANTED", message);
    }
    if (!Object.hasOwn(given, name)) throw noStandIn(`the secret ${name}`, `stand: { secrets: { ${name}: "…" } }`);
    return String(given[name]);
  };
}

const bytesOf = (body: string | Uint8Array | undefined): Uint8Array =>
  typeof body === "string" ? new globals.TextEncoder().encode(body) : (body ?? none);

/** Opens the stand-ins of one call. They check what the Function declares, as the platform does. */
export function openStandIns(given: StandIns, { granted, now, http }: Surroundings): StandIn {
  const { calls, fetch } = standInForFetch(given.fetch, granted);
  const cache = standInForCache(given.cache ?? {}, granted, now);
  const collections = standInForCollections(given.collections ?? {}, granted, now);
  const sql = standInForSql(given.sql ?? {}, granted);
  const stoodInRuns = new StoodInRuns(given);
  const hostCalls: NotedHostCall[] = [];
  const chunks: number[] = [];
  const runs: Record<string, Run> = {
    ...runCallsOf(stoodInRuns),
    "secrets.get": secretsGet(given.secrets ?? {}, granted),
    "cache.get": cache.get,
    "cache.set": cache.set,
    "cache.delete": cache.delete,
    "sql.query": sql.query,
    "sql.begin": sql.begin,
    "sql.commit": sql.end,
    "sql.rollback": sql.end,
    "http.verify": () => (http?.signed === false ? { problem: "wrong" } : { verified: { key: 0 } }),
    "mcp.changed": () => ({}),
    "http.open": () => ({ wanted: true }),
    "http.write": (_fields, bytes = none) => {
      chunks.push(...bytes);
    },
  };
  for (const name of ["get", "query", "insert", "upsert", "update", "delete"] satisfies CollectionCall[])
    runs[`collections.${name}`] = (fields) => collections.call(name, fields as never);

  function noteOf(name: string, fields: Fields): NotedHostCall {
    if (name !== "sql.query") return { name, argument: fields, ok: false };
    const { connection, texts, slots } = fields as { connection?: unknown; texts?: string[]; slots?: never[] };
    const { text: statement, values } = sql.statementOf({ texts: texts ?? [], slots: slots ?? [] });
    return { name, argument: { connection, statement, values }, ok: false };
  }

  return {
    calls,
    hostCalls,
    runs: stoodInRuns,
    streamed: () => new Uint8Array(chunks),
    after: () => ({ cache: cache.after(), collections: collections.after() }),
    async answer(name, json, bytes) {
      const fields = JSON.parse(json) as Fields;
      if (name === "fetch") return fetch(fields, bytes);
      if (name === "http.body") return { value: undefined, bytes: bytesOf(http?.body) };
      const run = runs[name];
      if (run === undefined)
        throw refusal("UNAVAILABLE", `This platform does not offer ${name} in tests.`) as HostError;
      const note = noteOf(name, fields);
      if (hostCalls.length < mostNoted && !name.startsWith("http.") && name !== "runs.keep" && name !== "runs.asked")
        hostCalls.push(note);
      const value = run(fields, bytes);
      note.ok = true;
      return { value, bytes: none };
    },
  };
}
