import { identifier } from "@ferrule/kit/identifier.ts";
import { toMicroseconds } from "@ferrule/kit/metrics/to-microseconds.ts";
import { nothingRan, recordOf } from "../../../calls/admission/execution-record.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { RejectedCall } from "./reject-call.ts";

/** Records that a caller got something that the Project keeps, for which no Function ran. */
export function recordKept({ context, admitted }: McpRequest, call: RejectedCall, output: object): void {
  const durationMs = toMicroseconds(performance.now() - admitted.began);
  const end = { status: "succeeded", output, error: null } as const;
  const measured = { ...nothingRan, durationMs };
  context.reporter.record(recordOf(context.workerId, identifier("exe"), { ...call, admitted }, measured, end));
}
