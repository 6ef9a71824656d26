import { hash } from "node:crypto";
import { runKeys } from "@ferrule/contract/internal/run-keys.ts";
import { newRun, runLimits, type NewRun } from "@ferrule/contract/internal/runs.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import type { ApprovalRequest, ApprovalRule } from "@ferrule/contract/resources/approval.ts";
import { withoutControls } from "@ferrule/contract/resources/fields.ts";
import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import type { CompiledFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import type { Masker } from "../../ground/masking/masker.ts";
import { refusal, type Refusal } from "../serving/exchange.ts";
import type { RunNeed } from "./run-need.ts";

type Known =
  | "environment"
  | "source"
  | "endpointId"
  | "bindingId"
  | "deploymentId"
  | "tenantId"
  | "caller"
  | "requestId";

/** What a door knows of a run that a call starts. */
export interface RunFacts extends Pick<NewRun, Known> {
  projectId: string;
  called: CompiledFunction;
  /** The tool or route; null: it came through none. */
  target: { name: string; description: string } | null;
  /** The valid input. */
  input: unknown;
  need: RunNeed;
  /** The id and key of a call that its caller may repeat. They give way to the key of the Function's policy. */
  repeatable?: { id: string | null; key: string } | undefined;
  /** What the client of its task can ask its person. */
  asks?: NewRun["asks"];
  span?: Span | undefined;
}

const sha256 = (text: string): string => hash("sha256", text);
/** After its approval, a plain Function must begin within this time. */
const onceSeconds = 3_600;

const tooLarge = (what: string) => refusal("PAYLOAD_TOO_LARGE", `The arguments are too long to be ${what}.`);

/** The question for the people whom the rule names. It shows the whole arguments: nobody approves what they cannot see. */
function approvalOf(facts: RunFacts, rule: ApprovalRule, shown: string): ApprovalRequest {
  const { called, target, input, deploymentId } = facts;
  const { names: _names, when: _when, ...terms } = rule;
  const title = `Call ${target?.name ?? called.artifact.name}`;
  const bound = canonicalJson({ arguments: input, functionId: called.artifact.id, deploymentId });
  return {
    title: withoutControls(title).replaceAll(/\s/g, " ").slice(0, 200).toWellFormed(),
    summary: withoutControls(target?.description ?? "")
      .slice(0, 4_000)
      .toWellFormed(),
    details: shown,
    digest: sha256(bound),
    ...terms,
  };
}

/**
 * The message that starts the run of a call, or why it cannot start. A run that waits for an approval may take as long
 * as that, and its own time after it.
 */
export function newRunOf(facts: RunFacts, masker: Pick<Masker, "shown">): { run: NewRun } | { refused: Refusal } {
  const { projectId, called, input, need, repeatable, span, target: _target, ...known } = facts;
  const { artifact } = called;
  const { mode, rule } = need;
  const text = JSON.stringify(input) ?? "null";
  if (text.length > runLimits.inputChars) return { refused: tooLarge("stored: at most 1,048,576 characters") };
  const shownInput = masker.shown({ projectId, environment: known.environment }, called.hideInput?.(input) ?? input);
  if (rule !== null && Math.max(text.length, shownInput.length) >= runLimits.shownChars) {
    return { refused: tooLarge("shown to the person who approves: at most 16,383 characters") };
  }
  const policy = artifact.runPolicy ?? defaultRunPolicy;
  const { deadlineSeconds, onRelease, rate, concurrency } = policy;
  const keys =
    mode === "durable" ? runKeys(policy, known.tenantId, input, sha256) : { key: null, concurrencyKey: null };
  const isRepeatable = repeatable !== undefined && keys.key === null;
  const ownSeconds = mode === "durable" ? deadlineSeconds : onceSeconds;
  const made: NewRun = {
    ...known,
    id: (isRepeatable ? repeatable.id : null) ?? identifier("run"),
    functionId: artifact.id,
    mode,
    key: isRepeatable ? repeatable.key : keys.key,
    concurrencyKey: keys.concurrencyKey,
    delayMs: 0,
    priority: 0,
    deadlineSeconds: Math.min(runLimits.deadlineSeconds, ownSeconds + (rule?.expiresSeconds ?? 0)),
    onRelease: mode === "durable" ? onRelease : "stay",
    concurrency: mode === "durable" ? (concurrency?.limit ?? null) : null,
    rate: mode === "durable" ? rate : null,
    input: text,
    shownInput,
    approval: rule === null ? null : approvalOf(facts, rule, shownInput),
    trace: span === undefined ? null : traceOf(span),
  };
  // The control plane refuses a whole batch for one run that does not fit, so we look at each before.
  return { run: newRun.parse(made) };
}

function traceOf({ carrier: { traceparent, tracestate } }: Span): NewRun["trace"] {
  return tracestate === undefined || tracestate.length > 1_024 ? { traceparent } : { traceparent, tracestate };
}
