import type { Facts } from "./facts.ts";
import { fieldsJson, ownJson } from "./frame-json.ts";
import { createHttp } from "./http.ts";
import { host } from "./host.ts";
import { limits } from "./limits.ts";
import { log, messageText, type Level } from "./log.ts";
import { changed, createMcp } from "./mcp.ts";
import { freeze, NumberOf, promiseResolve, stringSlice, StringOf } from "./primordials.ts";
import { request } from "./requests.ts";
import type { RunAttempt } from "./run/attempt.ts";
import { addRun, stepOfCall, undurable } from "./run/members.ts";
import { plainRuns } from "./run/runs.ts";
import { sql } from "./sql.ts";
import { createTestKit } from "./tests/test-kit.ts";
import type { AbortSignal } from "./web/events/abort.ts";

const answerOf = async (name: string, fields: Record<string, unknown>) =>
  (await request(name, fieldsJson(fields)).answer).value;

// Frozen and shared by all calls of the isolate: creating them for each call would cost more than a small handler.
const cache = freeze({
  async get(key: string): Promise<unknown> {
    const found = (await answerOf("cache.get", { key })) as { found: boolean; value?: unknown };
    return found.found ? found.value : undefined;
  },
  async set(key: string, value: unknown, options: { ttlSeconds?: number } = {}): Promise<void> {
    await answerOf("cache.set", { key, value: value ?? null, ttlSeconds: options.ttlSeconds });
  },
  delete: (key: string) => answerOf("cache.delete", { key }),
});

const collection = (name: string) => ({
  get: (id: string) => answerOf("collections.get", { collection: name, id }),
  query: (query: object = {}) => answerOf("collections.query", { ...query, collection: name }),
  insert: (data: unknown, options: object = {}) =>
    answerOf("collections.insert", { ...options, collection: name, data }),
  upsert: (data: unknown, options: object = {}) =>
    answerOf("collections.upsert", { ...options, collection: name, data }),
  update: (id: string, data: unknown, options: object = {}) =>
    answerOf("collections.update", { ...options, collection: name, id, data }),
  delete: (id: string) => answerOf("collections.delete", { collection: name, id }),
});

const secrets = freeze({ get: (name: string) => answerOf("secrets.get", { name }) });

const entry =
  (level: Level) =>
  (message: unknown, data?: unknown): void =>
    log(level, messageText(message), data);
const logs = freeze({ debug: entry("debug"), info: entry("info"), warn: entry("warn"), error: entry("error") });

/**
 * The second argument of a handler (docs/functions.md). `run` is the attempt of a run; `callAttempt` begins that of a call
 * through MCP, on first use.
 */
export function createContext(
  facts: Facts,
  signalOf: () => AbortSignal,
  run: RunAttempt | undefined,
  callAttempt: () => RunAttempt,
) {
  let reports = 0;
  const context: Record<string, unknown> = {
    requestId: facts.requestId,
    environment: facts.environment,
    tenantId: facts.tenantId,
    source: facts.source,
    caller: freeze(facts.caller),
    deploymentId: facts.deploymentId,
    attempt: facts.attempt,
    deadline: facts.deadline,
    /** Created on first use. */
    get signal(): AbortSignal {
      return signalOf();
    },
    log: logs,
    secrets,
    cache,
    collection,
    sql,
    resourceChanged: changed,
    runs: plainRuns,
    step: undurable.step,
    sleep: undurable.sleep,
    waitFor: undurable.waitFor,
    approve: undurable.approve,
    progress(done: number, total?: number, message?: string): Promise<void> {
      if (++reports <= limits.progress) {
        const text = message === undefined ? null : stringSlice(StringOf(message), 0, limits.progressChars);
        if (facts.mcp?.progress === true) {
          const report = { done: NumberOf(done), total: total === undefined ? null : NumberOf(total), message: text };
          host().progress(ownJson(report));
        } else {
          log("info", text ?? "progress", { done, total });
        }
      }
      return promiseResolve(undefined);
    },
  };
  if (facts.http !== undefined) context["http"] = createHttp(facts.http);
  if (facts.tests === true) context["tests"] = createTestKit(createContext);
  if (facts.mcp !== undefined) {
    context["mcp"] = createMcp(facts.mcp, callAttempt);
    context["step"] = stepOfCall(callAttempt, signalOf);
  }
  if (run !== undefined) addRun(context, run, signalOf);
  return context;
}
