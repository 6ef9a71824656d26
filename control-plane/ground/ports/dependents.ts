import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";

/** A tool, a route or a cron of the drafts that calls a Function; a cron has no endpoint. */
export interface BindingUse {
  kind: "mcp" | "http" | "cron";
  id: string;
  endpointId: string | null;
  name: string;
}

/** A deployment that is served or being built, and calls a Function. */
export interface DeployedUse {
  environment: Environment;
  projectDeploymentId: string;
  number: number;
}

/**
 * What depends on Functions and Projects, asked and told by rooms that stand below. Each question goes to the room that
 * keeps the answer.
 */
export interface Dependents {
  /** What a Function is bound to in the drafts: at most 50 of each kind. */
  bindingsOfFunction: (scope: ProjectScope, functionId: string) => Promise<BindingUse[]>;
  /** Keeps deployments, releases and rollbacks of the Project from beginning until the transaction ends. */
  holdDeployments: (scope: ProjectScope) => Promise<void>;
  /** Where a Function is deployed, or is being built; newest first. */
  deploymentsOfFunction: (scope: ProjectScope, functionId: string) => Promise<DeployedUse[]>;
  /** What the policies of the endpoints that a Function is bound to grant in one environment. */
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
  /** A Project is archived: its crons stop, and waiting runs never begin. */
  projectArchived: (scope: InstallationScope, projectId: string) => Promise<void>;
  /** A Project is restored: its crons fire from now on. */
  projectRestored: (scope: InstallationScope, projectId: string) => Promise<void>;
}
