import type { StartedAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { ArtifactActivation } from "../activation/artifact-activation.ts";
import type { CompiledArtifact } from "../activation/compile-artifact.ts";
import type { CompiledFunction } from "../functions/compile-function.ts";
import type { EarlierArtifacts, UsedArtifact } from "./earlier-artifacts.ts";
import { keyedGrant, type KeyedGrant } from "./grant-key.ts";
import type { LiveStates } from "./live-states.ts";
import { policiesOf } from "./policies-of.ts";

/** The facts of an attempt that choose its Function. */
export type RunPlace = Pick<StartedAttempt, "projectId" | "environment" | "functionId" | "endpointId" | "deployment">;

/** The Function of an attempt. `away`: it may be there later. Call `release` when the attempt has ended. */
export type FunctionOfRun =
  | ({ kind: "found"; deploymentId: string; called: CompiledFunction; release: () => void } & KeyedGrant)
  | { kind: "nothing"; reason: string }
  | { kind: "away"; reason: string };

export interface FindMeans {
  activation: Pick<ArtifactActivation, "active">;
  states: LiveStates;
  earlier: Pick<EarlierArtifacts, "use">;
}

const nothing = (reason: string): FunctionOfRun => ({ kind: "nothing", reason });
const away = (reason: string): FunctionOfRun => ({ kind: "away", reason });

/** The artifact of the attempt's deployment: what the environment serves, or an earlier one. */
async function artifactOf(
  { projectId, environment, deployment }: RunPlace,
  { activation, earlier }: FindMeans,
  signal: AbortSignal,
): Promise<(UsedArtifact & { deploymentId: string }) | FunctionOfRun> {
  const active = activation.active({ projectId, environment });
  const isCompiled = active.kind === "compiled";
  if (isCompiled && (deployment === null || deployment.digest === active.artifact.digest))
    return { artifact: active.artifact, deploymentId: deployment?.id ?? active.deploymentId, release: () => undefined };
  if (deployment === null) {
    if (active.kind === "loading") return away("The deployment is being loaded.");
    return nothing(`Nothing is deployed in ${environment}.`);
  }
  const used = await earlier.use(deployment, signal);
  if (used === "gone") return nothing("The run's deployment no longer exists.");
  return used === null ? away("The run's deployment could not be loaded.") : { ...used, deploymentId: deployment.id };
}

/** The permissions of the policies within which the run stays. */
function allowed(
  { endpointId, environment, functionId }: RunPlace,
  artifact: CompiledArtifact,
  states: LiveStates,
): Parameters<typeof keyedGrant>[1][] | FunctionOfRun {
  if (endpointId === null) return policiesOf(artifact, states, functionId, environment);
  const state = states.endpoint(endpointId);
  if (state === undefined) return nothing("The endpoint that started the run no longer exists.");
  if (state.status !== "active") return away("The endpoint that started the run is disabled.");
  if (state.policies[environment].stopped)
    return away(`The endpoint that started the run is stopped in ${environment}.`);
  return [state.policies[environment].permissions];
}

/**
 * The Function of an attempt of a run, in the run's deployment, with the grant of its endpoint's current policy. A run
 * without an endpoint has the grant of a cron run.
 */
export async function findFunctionOfRun(
  place: RunPlace,
  means: FindMeans,
  signal: AbortSignal,
): Promise<FunctionOfRun> {
  const used = await artifactOf(place, means, signal);
  if ("kind" in used) return used;
  const { artifact, deploymentId, release } = used;
  const called = artifact.functionsById.get(place.functionId);
  const policies = called === undefined ? [] : allowed(place, artifact, means.states);
  if (called !== undefined && Array.isArray(policies))
    return { kind: "found", deploymentId, called, release, ...keyedGrant(called.artifact.permissions, ...policies) };
  release();
  return Array.isArray(policies) ? nothing("The run's deployment does not contain its Function.") : policies;
}
