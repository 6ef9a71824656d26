import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { QuotaOfEndpoint } from "@ferrule/contract/resources/usage.ts";
import type { RunPolicy } from "@ferrule/contract/resources/run.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { AnyScope, InstallationScope, ProjectScope } from "../store/scope.ts";

/** A drafted tool, route or cron that calls a Function; a cron has no endpoint. */
export interface BindingUse {
  kind: "mcp" | "http" | "cron";
  id: string;
  endpointId: string | null;
  name: string;
}

/** A deployment that calls a Function, and that is served or being built. */
export interface DeployedUse {
  environment: Environment;
  projectDeploymentId: string;
  number: number;
}

/** Runs of one Function that have not ended, and that a deployment, release or rollback affects in the same way. */
export interface RunsUnderWay {
  functionId: string;
  /** The Function's slug, or its id if it was deleted. */
  slug: string;
  onRelease: RunPolicy["onRelease"];
  /** The number of the deployment whose code they run; null if they have none yet. */
  deploymentNumber: number | null;
  count: number;
}

/** What somebody may call in one environment. */
export interface Callers {
  /** Endpoints with an active key, or with a policy that takes callers without one. */
  endpointIds: ReadonlySet<string>;
  /** Functions that an enabled cron runs. */
  functionIds: ReadonlySet<string>;
}

/**
 * Questions and news about things that depend on Functions and Projects. Lower floors ask here, and the folder that
 * keeps the facts answers.
 */
export interface Dependents {
  /** The drafted bindings of a Function: at most 50 of each kind. */
  bindingsOfFunction: (scope: ProjectScope, functionId: string) => Promise<BindingUse[]>;
  /** The names of a Function's test cases. */
  testCasesOfFunction: (scope: ProjectScope, functionId: string) => Promise<string[]>;
  /** Keeps deployments, releases and rollbacks of the Project from beginning until the transaction ends. */
  holdDeployments: (scope: ProjectScope) => Promise<void>;
  /** Where a Function is deployed, or is being built; newest first. */
  deploymentsOfFunction: (scope: ProjectScope, functionId: string) => Promise<DeployedUse[]>;
  /** The grants that a Function gets in one environment from the policies of the endpoints that it is bound to. */
  grantsOfFunction: (
    scope: ProjectScope,
    functionId: string,
    environment: Environment,
  ) => Promise<(Permissions | "*")[]>;
  /** The enabled crons of an environment whose Function is not one of these, at most 50. */
  cronsWithout: (
    scope: ProjectScope,
    environment: Environment,
    functionIds: readonly string[],
  ) => Promise<{ name: string }[]>;
  /** What somebody may call in an environment: which of these endpoints, and which Functions without an endpoint. */
  callers: (
    scope: AnyScope,
    projectId: string,
    environment: Environment,
    endpointIds: readonly string[],
  ) => Promise<Callers>;
  /** The quotas that policies of an environment set, the smallest first; at most twenty. */
  quotas: (scope: ProjectScope, environment: Environment) => Promise<QuotaOfEndpoint[]>;
  /** The runs of an environment that have not ended, counted by Function, deployment and what a release does to them. */
  runsUnderWay: (scope: ProjectScope, environment: Environment) => Promise<RunsUnderWay[]>;
  /** Somebody archived a Project: its crons stop, and waiting runs never begin. */
  projectArchived: (scope: InstallationScope, projectId: string) => Promise<void>;
  /** Somebody restored a Project: its crons fire again from now on, and its durable runs go on. */
  projectRestored: (scope: InstallationScope, projectId: string) => Promise<void>;
}
