import { hash } from "node:crypto";
import { runKeys } from "@ferrule/contract/internal/run-keys.ts";
import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { Environment, RunSource } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Actor } from "../../ground/handler/handler.ts";
import type { DeployedFunction } from "../../releases/deployments/queries/deployed.ts";
import type { RunToStart } from "../runs/start-runs.ts";

/** What is particular to one run. */
export interface Wish {
  environment: Environment;
  tenantId: string;
  caller: Caller;
  requestId: string;
  source: RunSource;
  /** As the Function gets it. */
  input: unknown;
  shownInput: string;
  priority: number;
  delayMs?: number;
  /** Deduplicates it; null: nothing does; undefined: as the Function's policy says. */
  key?: string | null | undefined;
  endpointId?: string | null;
  bindingId?: string | null;
  replayOf?: string;
}

const sha256 = (text: string): string => hash("sha256", text);

/** The person as the caller of a run. */
export const callerOf = ({ userId, email }: Actor): Caller => ({ kind: "user", id: userId, name: email, email });

/** From where the person starts it: the console, or an API token. */
export const sourceOf = ({ kind }: Actor): RunSource => (kind === "token" ? "api" : "console");

/** A run of a durable Function, with the limits of its policy. */
export function runToStart({ deploymentId, held }: DeployedFunction, wish: Wish): RunToStart {
  const policy = held.runPolicy ?? defaultRunPolicy;
  const { key, concurrencyKey } = runKeys(policy, wish.tenantId, wish.input, sha256);
  const { environment, tenantId, caller, requestId, source, shownInput, priority, replayOf } = wish;
  return {
    environment,
    tenantId,
    caller,
    requestId,
    source,
    shownInput,
    priority,
    deploymentId,
    id: identifier("run"),
    functionId: held.id,
    mode: "durable",
    endpointId: wish.endpointId ?? null,
    bindingId: wish.bindingId ?? null,
    key: wish.key === undefined ? key : wish.key,
    concurrencyKey,
    delayMs: wish.delayMs ?? 0,
    deadlineSeconds: policy.deadlineSeconds,
    onRelease: policy.onRelease,
    concurrency: policy.concurrency?.limit ?? null,
    rate: policy.rate,
    input: JSON.stringify(wish.input),
    approval: null,
    trace: null,
    ...(replayOf === undefined ? {} : { replayOf }),
  };
}
