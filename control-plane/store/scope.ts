import type { Transaction } from "kysely";
import type { Tables } from "./tables.ts";

declare const scoped: unique symbol;

/**
 * A transaction that sees the rows of one Project only: PostgreSQL's row-level security filters by
 * `current_setting('ferrule.project_id')`, set for this transaction, so a statement cannot forget the Project.
 * Statements name `project_id` all the same, for the index.
 */
export interface ProjectScope {
  readonly [scoped]: "project";
  tx: Transaction<Tables>;
  projectId: string;
  roles: DatabaseRoles;
}

/** Which roles of the database a transaction works as. */
export interface DatabaseRoles {
  /** Of everything: a role's name, or `none`, the one that connected. */
  owner: string;
  /** Of statements about records; null: the same. */
  records: string | null;
}

/** A transaction that sees every Project's rows: for operations on the installation, jobs and `/internal`. */
export interface InstallationScope {
  readonly [scoped]: "installation";
  tx: Transaction<Tables>;
}

export type AnyScope = ProjectScope | InstallationScope;
