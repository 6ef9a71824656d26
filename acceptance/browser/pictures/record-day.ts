import { internalRoutes } from "@ferrule/contract/internal/routes.ts";
import { sampleRecord } from "@ferrule/contract/internal/testing/sample-record.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { identifier } from "@ferrule/kit/identifier.ts";

interface Day {
  /** The control plane's private listener, and a worker's token for it. */
  internalUrl: string;
  token: string;
  projectId: string;
  functions: readonly { id: string; name: string; slug: string }[];
  endpoints: Record<"mcp" | "http", string>;
  deploymentId: string;
}

const hourMs = 3_600_000;
const callers = ["Claude Code", "Shop front", "Cursor"];

/** Calls of the last 24 hours as workers would report them: few at night, more by day, some of them failed. */
export async function recordDay(day: Day): Promise<void> {
  const { internalUrl, token, projectId, functions, endpoints, deploymentId } = day;
  const now = Date.now();
  const records: ExecutionRecord[] = [];
  let drawn = 7;
  // The same in each run, so that the pictures of two commits differ only if the console does.
  const random = () => {
    drawn = (drawn * 16_807) % 2_147_483_647;
    return drawn / 2_147_483_647;
  };
  for (let at = now - 24 * hourMs; at < now - 5_000; at += 20_000 + random() * 40_000) {
    const hoursAgo = (now - at) / hourMs;
    const busy = 1.2 + Math.cos((hoursAgo / 24) * 2 * Math.PI) + (hoursAgo > 3 && hoursAgo < 4 ? 1.4 : 0);
    for (let call = 0; call < Math.round(busy * 2 * random()); call += 1) {
      const one = functions[Math.floor(random() ** 2 * functions.length)];
      if (!one) continue;
      const source = random() < 0.7 ? ("mcp" as const) : ("http" as const);
      const failed = one.slug === "look-up-order" && random() < (hoursAgo > 3 && hoursAgo < 4 ? 0.5 : 0.03);
      const startedAt = new Date(at + call * 137).toISOString();
      const name = callers[Math.floor(random() * callers.length)] ?? "";
      records.push(
        sampleRecord({
          id: identifier("exe", at),
          projectId,
          requestId: identifier("req", at),
          environment: random() < 0.65 ? "development" : "production",
          deploymentId,
          functionId: one.id,
          functionName: one.name,
          endpointId: endpoints[source],
          source,
          tenantId: random() < 0.7 ? "default" : "acme",
          caller: { kind: "api-key", id: `key_${name.toLowerCase().replace(" ", "_")}`, name },
          status: failed ? "failed" : "succeeded",
          startedAt,
          durationMs: 3 + random() ** 5 * 180,
          input: {},
          output: failed ? null : {},
          error: failed
            ? {
                code: "UPSTREAM_FAILED",
                message: "The shop did not answer.",
                stack: "Error: The shop did not answer.\n    at lookUpOrder (function.ts:20:26)",
              }
            : null,
        }),
      );
    }
  }
  for (let first = 0; first < records.length; first += 500) {
    const response = await fetch(`${internalUrl}${internalRoutes.recordExecutions.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-worker-token": token },
      body: JSON.stringify({ records: records.slice(first, first + 500) }),
    });
    if (response.status !== 204) throw new Error(`Calls were answered ${response.status}: ${await response.text()}`);
  }
}
