import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { Commit } from "@ferrule/contract/resources/commit.ts";
import type { Preview } from "@ferrule/contract/resources/preview.ts";
import type { RuntimeEndpoint, AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Generated } from "kysely";
import type { Json } from "../json.ts";
import type { DeploymentError } from "./deployments.ts";
import type { Snapshot } from "./snapshot.ts";

/** An endpoint of a preview, with what a worker has to know of it besides the artifact. */
export interface PreviewEndpoint extends Pick<RuntimeEndpoint, "id" | "slug" | "kind" | "status" | "limits"> {
  /** The policy for Development. */
  policy: Pick<AuthPolicy, "caller" | "permissions" | "allowedOrigins" | "allowedAddresses" | "limits"> & {
    /** Absent in rows that are older than it. */
    approvals?: AuthPolicy["approvals"];
  };
}

/** What a preview's last build found. */
export interface PreviewOutcome {
  /** How many Functions a worker received to build. */
  built: number;
  /** By the Function's slug. */
  diagnostics: (Diagnostic & { function: string })[];
  /** What calls of bindings would be refused for. */
  warnings: string[];
}

export interface PreviewsTable {
  id: string;
  projectId: string;
  name: string;
  createdBy: string;
  commit: Json<Commit | null>;
  keySha256: string | null;
  buildId: string;
  status: Preview["status"];
  snapshot: Json<Snapshot | null>;
  nextEndpoints: Json<PreviewEndpoint[]>;
  outcome: Json<PreviewOutcome | null>;
  error: Json<DeploymentError | null>;
  servedBuildId: string | null;
  digest: string | null;
  endpoints: Generated<PreviewEndpoint[]>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  changedAt: Generated<Date>;
  endsAt: Date;
}

export interface PreviewTables {
  previews: PreviewsTable;
  /** The Functions of each preview's newest source. */
  previewFunctions: {
    previewId: string;
    functionId: string;
    projectId: string;
    /** `r` and the number of a saved revision, or the SHA-256 (hex) of a text that no revision has. */
    content: string;
    source: string | null;
    builder: string | null;
    context: string | null;
    key: string | null;
    part: string | null;
  };
}
