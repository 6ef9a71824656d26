import { invocationOf, testSandbox } from "@ferrule/worker/running/sandbox/conformance/harness.ts";
import type { HostCall } from "@ferrule/worker/running/sandbox/host-calls/host-call.ts";
import type { Invocation } from "@ferrule/worker/running/sandbox/call/invocation.ts";

const grant = { secrets: [], hosts: [], collections: [], cache: true };
export const kilobyte = JSON.stringify({ padding: "x".repeat(1_000) });
const echo = "export default (input) => input;";
const cached = "export default async (input, ctx) => { await ctx.cache.get('key'); return input; };";
const cacheGet: HostCall = () => Promise.resolve({ value: { found: true, value: { a: 1 } } });

const prepare = (code: string, inputJson: string) => invocationOf(code, { grant, inputJson, timeoutMs: 60_000 });

/** Functions that return their input, 1 KB of JSON unless stated otherwise. */
export const programs: Record<string, Invocation> = {
  "warm call": prepare(echo, kilobyte),
  "warm call, 10 B": prepare(echo, '{"n":12345}'),
  "with one host call": prepare(cached, kilobyte),
};

export const openSandbox = () => testSandbox({ hostCalls: { "cache.get": cacheGet } });
