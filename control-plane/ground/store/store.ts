import type { DatabaseRoles, InstallationScope, ProjectScope } from "./scope.ts";

/** The only access to the database. It retries serialization failures and deadlocks (at most 3 times). */
export interface Store {
  roles: DatabaseRoles;
  inProject: <T>(
    projectId: string,
    run: (scope: ProjectScope) => Promise<T>,
    options?: { readOnly?: boolean },
  ) => Promise<T>;
  /**
   * `onePlan`: its statements have one plan whatever their values are, which reads by an index. Without this, PostgreSQL
   * may plan a frequent statement each time, which can take longer than the statement.
   */
  inInstallation: <T>(
    run: (scope: InstallationScope) => Promise<T>,
    options?: { readOnly?: boolean; onePlan?: boolean },
  ) => Promise<T>;
  /**
   * Reads tables of the installation (users, sessions, Projects) without a transaction, because a transaction takes
   * half as long again. It sees no rows of a Project's tables.
   */
  unscoped: <T>(run: (reading: Pick<InstallationScope, "tx">) => Promise<T>) => Promise<T>;
  /**
   * Calls a database function that reads or writes rows of this Project, in one round trip that is its own transaction.
   * The function's first argument is the Project, and it sets that scope before anything else. An argument may be an
   * SQL expression, such as a clock's. The result has the columns under their own names.
   */
  call: <T>(projectId: string, name: DatabaseFunction, args: readonly unknown[]) => Promise<T[]>;
  /** The same for a function that sets the scope of the installation. */
  callForAll: <T>(name: InstallationFunction, args: readonly unknown[]) => Promise<T[]>;
}

/** Functions that set the scope of the installation themselves, for the most frequent requests of workers. */
export type InstallationFunction = "ferrule_claim_runs" | "ferrule_end_run";

/** Functions that set a Project's scope themselves, for the most frequent requests of Functions' calls. */
export type DatabaseFunction =
  | "ferrule_read_cache"
  | "ferrule_write_cache"
  | "ferrule_read_record"
  | "ferrule_start_runs"
  | "ferrule_keep_step";
