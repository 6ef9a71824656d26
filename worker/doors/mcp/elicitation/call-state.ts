// Why: docs/decisions/questions-in-sealed-state.md
import { z } from "zod";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { callStep, question, type AskedQuestion, type CallStep } from "@ferrule/contract/mcp/questions/question.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { AdmittedCall } from "../../../calls/admission/function-call.ts";
import { placeOf } from "../../http-api/idempotency/idempotency-key.ts";
import type { Sealer } from "./sealer.ts";

/** How long a client may take to come back, in milliseconds: no question waits longer. */
export const stateMs = 600_000;
/** How often one call may ask. */
export const mostRounds = 20;
/** What a guest may keep (128 KiB), the open questions, and their escapes in JSON. */
const mostStateChars = 1_048_576;

/** Everything that makes two calls the same: who calls what, through which endpoint, with which arguments. */
export interface BoundCall {
  admitted: AdmittedCall;
  bindingId: string;
  revision: string;
  method: string;
  /** The name of the tool or the prompt, or the URI of the resource. */
  target: string;
  input: unknown;
}

const state = z.strictObject({
  id: z.string(),
  expiresAt: z.number(),
  deploymentId: z.string(),
  round: z.number().int(),
  askedAt: z.number(),
  steps: z.array(callStep),
  open: z.array(z.strictObject({ key: z.string(), asked: z.string() })),
});

/** A call that waits for answers, as its client carries it. */
export interface CallState {
  id: string;
  /** From 1. */
  round: number;
  /** Epoch milliseconds. */
  askedAt: number;
  steps: CallStep[];
  open: AskedQuestion[];
}

/**
 * A caller with a token is who its issuer says, through the client that it says. Callers without credentials cannot be
 * told apart.
 */
function boundTo({ admitted, bindingId, revision, method, target, input }: BoundCall): string {
  const { issuer = "", subject = "", clientId = "" } = admitted.caller;
  const parts = ["state", revision, method, target, issuer, subject, clientId, canonicalJson(input)];
  return placeOf(admitted, bindingId, JSON.stringify(parts));
}

/** Seals a call that asks, with a new id. Null: it has asked too often. */
export function sealState(
  sealer: Sealer,
  call: BoundCall,
  { round, steps, open }: Pick<CallState, "round" | "steps" | "open">,
): string | null {
  const now = Date.now();
  const text = JSON.stringify({
    id: identifier("ask"),
    expiresAt: now + stateMs,
    deploymentId: call.admitted.deploymentId,
    round,
    askedAt: now,
    steps,
    open: open.map(({ key, asked }) => ({ key, asked })),
  });
  return round > mostRounds || text.length > mostStateChars ? null : sealer.seal(text, boundTo(call));
}

/** Why a state is refused, in a sentence for the client. */
export type StateProblem = { problem: string };

/** Opens what a client brings back. It is hostile until it opens. */
export function openState(sealer: Sealer, call: BoundCall, sealed: unknown): CallState | StateProblem {
  const text =
    typeof sealed === "string" && sealed.length <= mostStateChars * 2 ? sealer.open(sealed, boundTo(call)) : null;
  if (text === null) return { problem: "requestState does not belong to this call. Call again without it" };
  const { expiresAt, deploymentId, open, ...kept } = state.parse(JSON.parse(text));
  if (Date.now() > expiresAt) return { problem: "requestState has expired. Call again without it" };
  if (deploymentId !== call.admitted.deploymentId)
    return { problem: "a new version was deployed since the question. Call again without requestState" };
  const questions = open.map(({ key, asked }) => ({ key, asked, question: question.parse(JSON.parse(asked)) }));
  return { ...kept, open: questions };
}
