import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { sampleRecord } from "@ferrule/contract/internal/testing/sample-record.ts";
import { identifier } from "@ferrule/kit/identifier.ts";

/** A pseudo-random number from 0 to 1 that is the same in each run (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const failures = { failed: "FUNCTION_ERROR", timed_out: "FUNCTION_TIMEOUT", rejected: "INPUT_INVALID" } as const;

function statusOf(chance: number): ExecutionRecord["status"] {
  if (chance < 0.95) return "succeeded";
  if (chance < 0.98) return "failed";
  if (chance < 0.99) return "rejected";
  return chance < 0.9997 ? "timed_out" : "cancelled";
}

/** The places of a Function that throw, so that 20 Functions have 300 groups of failures. */
const places = 15;
/** A part of the message of every thousandth failure. */
export const rareText = "warehouse is closed";

function errorOf(status: ExecutionRecord["status"], random: () => number): ExecutionRecord["error"] {
  if (status === "succeeded") return null;
  const code = status === "cancelled" ? "FUNCTION_CANCELLED" : failures[status];
  const message = random() < 0.001 ? `The ${rareText}.` : `Order ${Math.floor(random() * 10_000)} failed.`;
  const stack = `Error: ${message}\n    at handler (look-up.ts:${Math.floor(random() * places) + 1}:3)`;
  return { code, message, stack: status === "failed" ? stack : null };
}

const httpStatuses = { failed: 500, timed_out: 504, rejected: 400, cancelled: 503 } as const;

/** A hundredth of the calls that succeed find nothing. */
const httpStatusOf = (status: ExecutionRecord["status"], random: () => number): number =>
  status === "succeeded" ? (random() < 0.01 ? 404 : 200) : httpStatuses[status];

/** A deployment is made every day. */
export const deploymentOf = (startedAt: string): string => `dep_${startedAt.slice(0, 10)}`;

/** The number of callers; a hundredth of them makes a fifth of the calls. */
const callers = 2_000;
export const benchIssuer = "https://login.acme.example";

const callerAt = (n: number): ExecutionRecord["caller"] => ({
  kind: "jwt",
  id: `caller-${n}`,
  name: `caller-${n}@acme.example`,
  issuer: benchIssuer,
  subject: `caller-${n}`,
});

/** A call's record of about 1 KB. Most belong to a few tenants, Functions and kinds, some to rare ones. */
export function recordAt(projectId: string, startedAt: string, random: () => number): ExecutionRecord {
  const functionNumber = Math.floor(random() ** 2 * 20);
  const status = statusOf(random());
  const isDefault = random() < 0.6;
  const isRare = random() < 0.0005;
  const source = isRare ? "cron" : random() < 0.7 ? "mcp" : "http";
  const text = "An order of three lines, for delivery on Tuesday. ".repeat(4);
  return sampleRecord({
    id: identifier("exe"),
    projectId,
    requestId: identifier("req"),
    environment: random() < 0.8 ? "production" : "development",
    deploymentId: deploymentOf(startedAt),
    functionId: `fn_${functionNumber}`,
    functionName: `function-${functionNumber}`,
    functionDigest: "0".repeat(64),
    endpointId: `ep_${functionNumber % 6}`,
    bindingId: `${source === "http" ? "htb" : "mcb"}_${functionNumber}`,
    source,
    ...(source === "http" ? { httpStatus: httpStatusOf(status, random) } : {}),
    tenantId: isDefault ? "default" : `tenant-${Math.floor(random() ** 3 * 400)}`,
    caller: callerAt(Math.floor(random() ** 3 * callers)),
    status,
    startedAt,
    durationMs: 2 + random() ** 4 * 900,
    queueMs: 0.1,
    gatewayMs: 0.2,
    cpuMs: 1,
    input: { orderId: identifier("ord"), text },
    output: status === "succeeded" ? { total: functionNumber, text } : null,
    error: errorOf(status, random),
    logs: [{ at: startedAt, level: "info", message: "looked up" }],
    workerId: "wrk_bench",
  });
}
