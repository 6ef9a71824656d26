// Why: docs/decisions/row-level-security.md
import type { Transaction } from "kysely";
import type { Tables } from "./tables.ts";

declare const scoped: unique symbol;

/**
 * A transaction that sees the rows of only one Project. PostgreSQL's row-level security filters by
 * `current_setting('ferrule.project_id')`, set for this transaction, so no statement can forget the Project. Statements
 * name `project_id` all the same, so that they use the index.
 */
export interface ProjectScope {
  readonly [scoped]: "project";
  tx: Transaction<Tables>;
  projectId: string;
  roles: DatabaseRoles;
}

/** The database roles that a transaction uses. */
export interface DatabaseRoles {
  /** The role for everything else: its name, or `none` for the role that connected. */
  owner: string;
  /** The role for statements about records; null: the same role. */
  records: string | null;
}

/** A transaction that sees the rows of every Project: for operations on the installation, jobs and `/internal`. */
export interface InstallationScope {
  readonly [scoped]: "installation";
  tx: Transaction<Tables>;
}

export type AnyScope = ProjectScope | InstallationScope;
