import type { ColumnType, Generated } from "kysely";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { DerivedContract } from "@ferrule/contract/internal/jobs.ts";
import type { FunctionProblem } from "@ferrule/contract/resources/deployment.ts";
import type { Json } from "../json.ts";

/** json or jsonb: read as a value, written as its text. */
export interface DraftColumns {
  name: string;
  description: string;
  source: string;
  inputSchema: Json<JsonSchema | null>;
  outputSchema: Json<JsonSchema | null>;
  timeoutMs: number;
  memoryMb: number;
  permissions: Json<Permissions>;
}

export interface FunctionsTable extends DraftColumns {
  id: string;
  projectId: string;
  slug: string;
  derived: Json<DerivedContract | null>;
  /** The errors of the last build or validation of the source; null: none, or it was not checked. */
  problems: Json<FunctionProblem[] | null>;
  libraries: Json<string[]>;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface FunctionRevisionsTable extends DraftColumns {
  functionId: string;
  projectId: string;
  revision: number;
  createdAt: ColumnType<Date, never, never>;
  createdBy: string | null;
}

export interface FunctionTables {
  functions: FunctionsTable;
  functionRevisions: FunctionRevisionsTable;
}
