import {
  cacheGetAnswer,
  cacheTtlSeconds,
  maxCacheTtlSeconds,
  maxCacheValueBytes,
} from "@ferrule/contract/internal/cache.ts";
import { cacheKey, maxCacheKeyBytes } from "@ferrule/contract/resources/cache-entry.ts";
import { z } from "zod";
import type { AskControlPlane } from "../../../ground/control-plane-client/ask-control-plane.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { Invocation } from "../call/invocation.ts";
import type { HostCall, HostCallContext } from "./host-call.ts";

export interface CacheCallsOptions {
  ask: AskControlPlane;
  /** The text with a place's secrets masked, because everybody who may list keys sees them. */
  cover: (place: Pick<Invocation, "projectId" | "environment">, text: string) => string;
}

/** Checks the guest's untrusted input. Each field reports its own problem. */
const argumentShape = z
  .object({ key: z.unknown().optional(), value: z.unknown().optional(), ttlSeconds: z.unknown().optional() })
  .catch({});
const deleteAnswer = z.strictObject({ deleted: z.boolean() });

function requireCache({ invocation }: HostCallContext): void {
  if (invocation.grant.cache) return;
  const message = "This call was not granted the cache: the Function must declare it and the policy allow it.";
  throw new HostCallError("NOT_GRANTED", message);
}

function keyOf(argument: unknown): string {
  const key = cacheKey.safeParse(argumentShape.parse(argument).key);
  if (key.success) return key.data;
  const message = `A key of the cache is text of 1 to ${maxCacheKeyBytes} bytes without control characters.`;
  throw new HostCallError("VALIDATION_ERROR", message);
}

function readTtl(given: unknown): number {
  const ttl = cacheTtlSeconds.safeParse(given);
  if (ttl.success) return ttl.data;
  throw new HostCallError("VALIDATION_ERROR", `ttlSeconds is a whole number from 1 to ${maxCacheTtlSeconds}.`);
}

function jsonOf(value: unknown): string {
  let json: string;
  try {
    json = JSON.stringify(value ?? null);
  } catch (cause) {
    throw new HostCallError("VALIDATION_ERROR", "The value nests too deep to be written.", { cause });
  }
  if (Buffer.byteLength(json) <= maxCacheValueBytes) return json;
  throw new HostCallError("LIMIT_EXCEEDED", `A value in the cache is at most ${maxCacheValueBytes} bytes as JSON.`);
}

/** `ctx.cache`: values that the control plane keeps for a while, for the call's own Project, environment and tenant. */
export function createCacheCalls({ ask, cover }: CacheCallsOptions): Record<string, HostCall> {
  return {
    "cache.get": async (argument, _bytes, context) => {
      requireCache(context);
      const { json } = cacheGetAnswer.parse(await ask("cache.get", { key: keyOf(argument) }, context));
      return { value: json === null ? { found: false } : { found: true, value: JSON.parse(json) as unknown } };
    },
    "cache.set": async (argument, _bytes, context) => {
      requireCache(context);
      const given = argumentShape.parse(argument);
      const key = keyOf(argument);
      if (cover(context.invocation, key) !== key) {
        throw new HostCallError("VALIDATION_ERROR", "A key of the cache must not hold the value of a secret.");
      }
      const set = { key, json: jsonOf(given.value), ttlSeconds: readTtl(given.ttlSeconds) };
      context.touch();
      await ask("cache.set", set, context);
      return {};
    },
    "cache.delete": async (argument, _bytes, context) => {
      requireCache(context);
      const key = keyOf(argument);
      context.touch();
      return { value: deleteAnswer.parse(await ask("cache.delete", { key }, context)).deleted };
    },
  };
}
