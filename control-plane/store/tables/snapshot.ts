import type { ArtifactCollection, ArtifactEndpoint, ArtifactFunction } from "@ferrule/contract/internal/artifact.ts";
import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import type { FunctionProblem } from "@ferrule/contract/resources/deployment.ts";

/** A Function's draft, frozen. */
export type SnapshotFunction = BuildFunction &
  Omit<ArtifactFunction, "bundleDigest" | "inputSchema" | "outputSchema" | "revision">;

/** A Function that nothing calls: it is not built, and left out of the artifact. */
export interface NotDeployed {
  functionId: string;
  slug: string;
  /** What the last build or validation of its source refused, as far as it was checked. */
  problems: FunctionProblem[];
}

/** Everything a development deployment is built from, as it was when the deployment was asked for; lists by id. */
export interface Snapshot {
  /** Those that an enabled binding or a cron calls. */
  functions: SnapshotFunction[];
  /** The others. */
  notDeployed?: NotDeployed[];
  endpoints: ArtifactEndpoint[];
  /** Those that a Function imports, itself or through another one. */
  libraries?: BuildLibrary[];
  /** The newest version of each. */
  collections?: ArtifactCollection[];
}
