import type { ColumnType, Generated } from "kysely";
import type { DerivedContract } from "@ferrule/contract/internal/jobs.ts";
import type { FunctionDraft } from "@ferrule/contract/resources/function.ts";
import type { FunctionProblem } from "@ferrule/contract/resources/deployment.ts";
import type { Json } from "../json.ts";

/** json or jsonb: read as a value, written as its text. */
type Column<Value> = [Value] extends [string | number | boolean | null] ? Value : Json<Value>;
export type DraftColumns = { [Name in keyof FunctionDraft]: Column<FunctionDraft[Name]> };

export interface FunctionsTable extends DraftColumns {
  id: string;
  projectId: string;
  slug: string;
  derived: Json<DerivedContract | null>;
  /**
   * The errors of the last build or validation of the source; null when there are none, or nobody has checked the
   * source.
   */
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
