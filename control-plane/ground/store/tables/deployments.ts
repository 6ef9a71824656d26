import type { Commit } from "@ferrule/contract/resources/commit.ts";
import type { Deployment } from "@ferrule/contract/resources/deployment.ts";
import type { TestCounts } from "@ferrule/contract/resources/test-counts.ts";
import type { Environment, DeploymentKind, DeploymentStatus } from "@ferrule/contract/states.ts";
import type { Generated, GeneratedAlways, ColumnType } from "kysely";
import type { ArtifactHead } from "@ferrule/contract/internal/artifact.ts";
import type { Snapshot, NotDeployed } from "./snapshot.ts";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { Diagnostic, DerivedContract } from "@ferrule/contract/internal/jobs.ts";

/** A Library that a deployment was built with. */
export interface LibraryPin {
  importName: string;
  kind: "source" | "npm";
  /** The package's version, or the SHA-256 (hex) of the source. */
  content: string;
}

/** The facts about a Function that a check of its bindings needs. */
export interface BindingFacts {
  slug: string;
  description: string;
  /** Whether its input is an object. */
  takesObject: boolean;
  /** The properties that its input may have; null: any. */
  names: string[] | null;
  /** The properties that its input must have; left out if there are none. */
  required?: string[];
  /** The parts of its input schema that a model's API would refuse. */
  warnings: string[];
  /** Set for a durable Function: whether its policy takes the deduplication key from the input. */
  durable?: { hasKey: boolean };
}

export type DeploymentError = NonNullable<Deployment["error"]>;

export type DeploymentChange = Deployment["changes"][number];

export type DeploymentProgress = Deployment["progress"];

export interface DeploymentsTable {
  id: string;
  projectId: string;
  number: number;
  target: Environment;
  kind: DeploymentKind;
  status: Generated<DeploymentStatus>;
  sourceDeploymentId: string | null;
  /** The deploy or release that its target served before with another digest; set on activation. */
  parentId: string | null;
  message: string;
  commit: Commit | null;
  requestedBy: string | null;
  snapshot: Snapshot | null;
  notDeployed: Generated<NotDeployed[]>;
  digest: string | null;
  changes: Generated<DeploymentChange[]>;
  /** A summary of `changes` for lists: the first twenty, and the total. The database keeps it up to date. */
  firstChanges: GeneratedAlways<DeploymentChange[]>;
  changesAdded: GeneratedAlways<number>;
  changesChanged: GeneratedAlways<number>;
  changesRemoved: GeneratedAlways<number>;
  changesBreaking: GeneratedAlways<number>;
  progress: Generated<DeploymentProgress>;
  /** Whether its build runs the tests of the Functions. */
  runsTests: Generated<boolean>;
  tests: TestCounts | null;
  error: DeploymentError | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  startedAt: Date | null;
  finishedAt: Date | null;
  revision: Generated<number>;
}

export interface DeploymentLogTable {
  deploymentId: string;
  sequence: GeneratedAlways<number>;
  projectId: string;
  at: Generated<Date>;
  level: LogEntry["level"];
  message: string;
  data: unknown;
}

export interface ProjectTargetsTable {
  projectId: string;
  environment: Environment;
  deploymentId: string;
  digest: string;
  pinned: Generated<boolean>;
  updatedAt: Generated<Date>;
}

export interface DeploymentTables {
  deployments: DeploymentsTable;
  deploymentLog: DeploymentLogTable;
  deploymentFunctions: { deploymentId: string; projectId: string; functionId: string; revision: number };
  /** The bindings that are enabled. */
  deploymentBindings: { deploymentId: string; projectId: string; endpointId: string; functionId: string };
  deploymentEndpoints: { deploymentId: string; projectId: string; endpointId: string };
  deploymentLibraries: LibraryPin & { deploymentId: string; projectId: string };
  projectTargets: ProjectTargetsTable;
  artifacts: {
    digest: string;
    projectId: string;
    /** The entries of the artifact by name; `artifact_parts` has their content. */
    head: ColumnType<ArtifactHead, string, never>;
    /** The secrets that its Functions declare. */
    secretNames: string[];
    /** The connections that they declare. */
    connectionNames: string[];
    /** The version of each collection that it was built with, by the collection's id. */
    collectionVersions: Generated<Record<string, number>>;
    createdAt: Generated<Date>;
    lastUsedAt: Generated<Date>;
  };
  /** The Functions and endpoints of a Project's artifacts by content. */
  artifactParts: {
    projectId: string;
    digest: string;
    /** JSON, with the keys in the order in which somebody wrote them. */
    content: string;
    /** The canonical JSON. Its SHA-256 (hex) is the digest. */
    canonical: string;
    /** The facts about a Function that every check of a binding needs. */
    facts: BindingFacts | null;
    bundleDigest: string | null;
    contentDigests: string[] | null;
    createdAt: Generated<Date>;
  };
  bundles: {
    digest: string;
    code: string;
    sourceMap: string;
    createdAt: Generated<Date>;
    lastUsedAt: Generated<Date>;
  };
}

export interface BuildResultTables {
  /** The build of each Function's last built revision. */
  functionBuilds: {
    projectId: string;
    functionId: string;
    revision: number;
    /** The fingerprint of the builder that made it. */
    builder: string;
    context: string;
    key: string;
    /** The digest of its entry in an artifact. */
    part: string;
  };
  buildResults: {
    key: string;
    bundleDigest: string;
    diagnostics: ColumnType<Diagnostic[], string, never>;
    derived: ColumnType<DerivedContract, string, never>;
    lastUsedAt: Generated<Date>;
  };
}
