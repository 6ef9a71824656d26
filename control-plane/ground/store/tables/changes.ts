import type { Environment } from "@ferrule/contract/states.ts";
import type { RuntimeState } from "@ferrule/contract/internal/changes.ts";
import type { GeneratedAlways, Generated } from "kysely";

/**
 * The newest state of each key. Only the triggers of migration 0003 write it. A null state means that the key was
 * removed.
 */
export interface RuntimeStatesTable {
  key: string;
  sequence: number;
  state: RuntimeState | null;
  changedAt: GeneratedAlways<Date>;
}

/** The latest changes of resources. They share the sequences of the feed. */
export interface ResourceChangesTable {
  projectId: string;
  environment: Environment;
  tenantId: string;
  uri: string;
  uriMd5: GeneratedAlways<string>;
  sequence: number;
  changedAt: Generated<Date>;
}

export interface ChangeTables {
  resourceChanges: ResourceChangesTable;
  runtimeStates: RuntimeStatesTable;
  /**
   * One row: the database's identity, the last sequence, and the sequence up to which the feed has forgotten removed
   * keys.
   */
  runtimeFeed: { onlyRow: Generated<boolean>; epoch: string; sequence: number; forgottenThrough: Generated<number> };
}
