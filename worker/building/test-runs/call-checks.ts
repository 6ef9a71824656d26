import { z } from "zod";
import { logEntry } from "@ferrule/contract/internal/execution.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { parseJson } from "@ferrule/kit/json/parse-json.ts";
import { settleOutcome } from "../../calls/admission/settle-outcome.ts";
import { acceptArguments, acceptInput } from "../../deployed/endpoints/functions/accept-input.ts";
import type { CompiledFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import type { Outcome } from "../../running/sandbox/call/invocation.ts";
import { readOutcome } from "../../running/sandbox/call/outcome/read-outcome.ts";
import type { RunMask } from "./run-mask.ts";

const deepest = 1_000;
const secrets = z.array(z.string().max(65_536)).max(200);
const accepted = z.strictObject({ input: z.unknown(), secrets, source: z.string().max(20) });
const settled = z.strictObject({
  kind: z.enum(["value", "mcp", "http", "large", "error", "terminated"]),
  text: z.string().optional(),
  reason: z.literal("timeout").optional(),
  logs: z.array(logEntry).max(1_000),
  secrets,
});

const malformed = () => new HostCallError("VALIDATION_ERROR", "The program of the tests sent a malformed call.");

/** The answer of a route. Its body is in the text, not in the reply, which is not sent anywhere. */
const routeAnswer = (text: string): Outcome => ({
  kind: "returned",
  outputJson: text,
  reply: { kind: "http", status: null, headers: {}, body: new Uint8Array() },
});

function outcomeOf({ kind, text = "", reason }: z.infer<typeof settled>): Outcome {
  if (kind === "http") return routeAnswer(text);
  const isEnded = kind === "terminated" || kind === "large";
  const head = isEnded ? { kind: "terminated" as const, reason: reason ?? ("output" as const) } : { kind };
  const numbers = { cpuMs: 0, paceMs: 0, reusable: true, waited: false, entered: true, overran: false };
  const none = Buffer.alloc(0);
  return readOutcome({ ...head, ...numbers }, [none, Buffer.from(text), none, none], {});
}

interface MeansOfChecks {
  called: CompiledFunction;
  mask: RunMask;
}

/**
 * What a call of a test has in common with a caller's call: its input and output are checked by the very schemas, and
 * what an execution would record is masked by the very code.
 */
export function checksOf({ called, mask }: MeansOfChecks) {
  return {
    accept(argument: unknown): unknown {
      const given = accepted.safeParse(argument);
      if (!given.success) throw malformed();
      const { input, source } = given.data;
      mask.hide(given.data.secrets);
      if (called.broken !== null) throw new HostCallError("UNAVAILABLE", called.broken);
      const json = JSON.stringify(input) ?? "null";
      const result =
        source === "mcp" ? acceptArguments(called, input, json.length, false) : acceptInput(called, input, json.length);
      if (result.issues === null) return { json: JSON.stringify(result.input) ?? "null" };
      return { issues: result.issues.map(({ path, message }) => ({ path, message })) };
    },
    settle(argument: unknown): unknown {
      const given = settled.safeParse(argument);
      if (!given.success) throw malformed();
      mask.hide(given.data.secrets);
      const outcome = outcomeOf(given.data);
      const { status, error } = settleOutcome(called, outcome).recorded;
      const output = outcome.kind === "returned" && status === "succeeded" ? outputOf(outcome.outputJson) : null;
      const details = outcome.kind === "threw" && outcome.ofPlatform !== true ? outcome.details : undefined;
      const shown = error && { code: error.code, message: error.message, ...(details == null ? {} : { details }) };
      const logs = mask.logs(given.data.logs);
      return { status, output, error: mask.value(shown), logs };
    },
  };
}

const outputOf = (json: string): unknown => parseJson(json, deepest);
