import type { RuntimeState } from "@ferrule/contract/internal/changes.ts";
import type { GeneratedAlways, Generated } from "kysely";

/** The newest state of each key, written only by the triggers of migration 0003; a null state: the key was removed. */
export interface RuntimeStatesTable {
  key: string;
  sequence: number;
  state: RuntimeState | null;
  changedAt: GeneratedAlways<Date>;
}

export interface ChangeTables {
  runtimeStates: RuntimeStatesTable;
  /** One row: the database's identity, the last sequence, and up to which sequence removed keys are forgotten. */
  runtimeFeed: { onlyRow: Generated<boolean>; epoch: string; sequence: number; forgottenThrough: Generated<number> };
}
