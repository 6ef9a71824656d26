import type { DatabaseRoles, InstallationScope, ProjectScope } from "./scope.ts";

/** The one door to the database. A serialization failure or deadlock is retried (at most 3 times) by running again. */
export interface Store {
  roles: DatabaseRoles;
  inProject: <T>(
    projectId: string,
    run: (scope: ProjectScope) => Promise<T>,
    options?: { readOnly?: boolean },
  ) => Promise<T>;
  inInstallation: <T>(run: (scope: InstallationScope) => Promise<T>, options?: { readOnly?: boolean }) => Promise<T>;
  /**
   * Reads tables of the installation (users, sessions, Projects) without a transaction, which would take half as long again.
   * Of a Project's tables it sees no row.
   */
  unscoped: <T>(run: (reading: Pick<InstallationScope, "tx">) => Promise<T>) => Promise<T>;
  /**
   * Calls a function of the database that reads or writes rows of this Project, in one round trip that is a transaction: its
   * first argument is the Project, to which it sets the scope before it does anything else. Its columns are answered as they are named.
   */
  call: <T>(projectId: string, name: DatabaseFunction, args: readonly unknown[]) => Promise<T[]>;
}

/** Functions that enter the scope of a Project by themselves: what calls of Functions ask for most. */
export type DatabaseFunction = "ferrule_read_cache" | "ferrule_write_cache" | "ferrule_read_record";
