import type { ArtifactCollection, ArtifactEndpoint, ArtifactFunction } from "@ferrule/contract/internal/artifact.ts";
import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import type { FunctionProblem } from "@ferrule/contract/resources/deployment.ts";
import type { FunctionRun } from "@ferrule/contract/states.ts";

/** A Function's draft, frozen. Its saved revision holds the source. */
export type SnapshotFunction = Omit<BuildFunction, "source" | "collections" | "connections" | "run"> &
  Omit<ArtifactFunction, "bundleDigest" | "inputSchema" | "outputSchema" | "revision" | "run"> & {
    /** Missing in a snapshot that is older than this setting: `call`. */
    run?: FunctionRun | undefined;
  };

/** A Function that nothing calls. We do not build it, and the artifact leaves it out. */
export interface NotDeployed {
  functionId: string;
  slug: string;
  /** The errors of the last build or validation of its source, if it was checked. */
  problems: FunctionProblem[];
}

/** All drafts that go into a development deployment, as they were at its request. Lists are sorted by id. */
export interface Snapshot {
  /** The Functions that something calls or starts. */
  functions: SnapshotFunction[];
  /** All other Functions. */
  notDeployed?: NotDeployed[];
  endpoints: ArtifactEndpoint[];
  /** The Libraries that a Function imports, directly or through another one. */
  libraries?: BuildLibrary[];
  /** The newest version of each collection. */
  collections?: ArtifactCollection[];
}
