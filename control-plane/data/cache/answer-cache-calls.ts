import { cacheKeyArgument, cacheSetArgument } from "@ferrule/contract/internal/cache.ts";
import type { HostCall, HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import { refusalOf, unavailable, type AnswerHostCalls } from "../../ground/host-calls/answer-each.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { CacheAnswer, CacheCall, CacheRoom } from "../../ground/ports/cache.ts";

/**
 * Entries of a preview live for at most an hour. So none outlives its preview for long, whatever keeps the cache. In
 * seconds.
 */
const longestInPreview = 3_600;

/** @throws HostCallError */
function readCall({ name, environment, previewId, tenantId, functionId, argument }: HostCall): CacheCall {
  const room: CacheRoom = previewId === undefined ? environment : `preview:${previewId}`;
  const place = { environment: room, tenantId };
  if (name === "cache.get" || name === "cache.delete") {
    const given = cacheKeyArgument.safeParse(argument);
    if (given.success) return { ...place, ...given.data, kind: name === "cache.get" ? "get" : "delete" };
  } else if (name === "cache.set") {
    const given = cacheSetArgument.safeParse(argument);
    if (given.success) {
      const { ttlSeconds: asked } = given.data;
      const ttlSeconds = previewId === undefined ? asked : Math.min(asked, longestInPreview);
      return { ...place, ...given.data, ttlSeconds, kind: "set", functionId };
    }
  } else {
    throw new HostCallError("UNAVAILABLE", `This platform does not offer ${name}.`);
  }
  throw new HostCallError("VALIDATION_ERROR", "The cache refused the request.");
}

function valueOf(call: CacheCall, answer: Exclude<CacheAnswer, Error>): unknown {
  if (call.kind === "get") return { json: answer };
  return call.kind === "delete" ? { deleted: answer } : {};
}

/** Handles `cache.get`, `cache.set` and `cache.delete`; it takes the calls of a batch together. */
export const answerCacheCalls: AnswerHostCalls = async (app, projectId, calls, signal) => {
  const results: HostCallResult[] = [];
  const asked: { at: number; call: CacheCall }[] = [];
  for (const [at, given] of calls.entries()) {
    try {
      asked.push({ at, call: readCall(given) });
    } catch (error) {
      results[at] = refusalOf(app, given, error);
    }
  }
  const all = asked.map(({ call }) => call);
  let answers: CacheAnswer[] = [];
  try {
    if (!signal.aborted) answers = await app.cache.run(projectId, all);
  } catch (error) {
    app.log.error({ err: error, projectId, calls: all.length }, "the cache could not be asked");
  }
  for (const [index, { at, call }] of asked.entries()) {
    const answer = answers[index];
    if (answer === undefined) results[at] = unavailable;
    else if (answer instanceof Error) results[at] = refusalOf(app, calls[at]!, answer);
    else results[at] = { ok: true, value: valueOf(call, answer) };
  }
  return results;
};
