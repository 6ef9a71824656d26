import type { CompiledFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { recordedOutcome } from "../executions/execution-outcome.ts";
import type { Asked, Outcome } from "../../running/sandbox/call/invocation.ts";
import { failure, failureOf } from "./call-failure.ts";
import type { OutputForm } from "./function-call.ts";
import type { SettledEnd } from "./settled-end.ts";
import { failedEnd, type RecordedEnd } from "./execution-record.ts";

export interface Settled {
  end: SettledEnd | Asked;
  recorded: RecordedEnd;
}

/** `issues` contain no values, so we can record them unchanged. */
function invalidOutput(output: unknown, issues: readonly Issue[]): Settled {
  const message = issues.map((issue) => `${issue.path} ${issue.message}`).join("; ");
  return { end: failure("OUTPUT_INVALID"), recorded: failedEnd("OUTPUT_INVALID", message, output) };
}

const blocksWherePromised = [
  { path: "output", message: "is a list of content blocks, but the schema requires a value" },
];
const noBlocks = [{ path: "output", message: "is not a list of content blocks" }];

/**
 * Translates a sandbox's outcome for the caller and for the record. The output must also fit its schema, and the form
 * that its caller needs.
 */
export function settleOutcome(
  called: Pick<CompiledFunction, "validateOutput">,
  outcome: Outcome,
  form?: OutputForm,
): Settled {
  const recorded = recordedOutcome(outcome);
  // Only attempts of runs are suspended, and their callers do not come here.
  if (outcome.kind === "suspended") return { end: failure("INTERNAL"), recorded };
  if (outcome.kind === "asked") return { end: outcome, recorded };
  if (outcome.kind !== "returned") return { end: failureOf(outcome), recorded };
  const { outputJson, reply } = outcome;
  const { output } = recorded;
  // We parsed the output for the record. But a JSON array goes into the response exactly as the Function wrote it.
  if (reply?.kind === "mcp" && !/^\s*\[/.test(reply.contentJson)) return invalidOutput(output, noBlocks);
  if (form?.usesSchema !== false && called.validateOutput !== null && reply?.kind !== "http") {
    const issues = reply === null ? called.validateOutput(output, outputJson.length) : blocksWherePromised;
    if (issues !== null) return invalidOutput(output, issues);
  }
  const misfits = form?.problems(output, reply) ?? null;
  if (misfits !== null) return invalidOutput(output, misfits);
  return { end: { kind: "returned", outputJson, output, reply }, recorded };
}
