import type { ArtifactCollection, ArtifactEndpoint, ArtifactFunction } from "@ferrule/contract/internal/artifact.ts";
import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";

/** A Function's draft, frozen. */
export type SnapshotFunction = BuildFunction &
  Omit<ArtifactFunction, "bundleDigest" | "inputSchema" | "outputSchema" | "revision">;

/** Everything a development deployment is built from, as it was when the deployment was asked for; lists by id. */
export interface Snapshot {
  functions: SnapshotFunction[];
  endpoints: ArtifactEndpoint[];
  /** Those that a Function imports, itself or through another one. */
  libraries?: BuildLibrary[];
  /** The newest version of each. */
  collections?: ArtifactCollection[];
}
