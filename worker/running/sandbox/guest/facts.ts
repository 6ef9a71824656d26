import type { HttpFacts } from "./http.ts";
import type { McpFacts } from "./mcp.ts";
import type { RunFacts } from "./run/attempt.ts";

/** The facts of one call, as the worker sends them. */
export interface Facts {
  /** Whether the call is a run of tests, whose program gets a test kit. */
  tests?: boolean;
  requestId: string;
  environment: string;
  tenantId: string;
  source: string;
  caller: { kind: string; id: string | null; name: string | null };
  deploymentId: string | null;
  attempt: number;
  deadline: number;
  http?: HttpFacts;
  mcp?: McpFacts;
  /** The export that the call runs. Unset: the default one. */
  entry?: "complete";
  run?: RunFacts;
}
