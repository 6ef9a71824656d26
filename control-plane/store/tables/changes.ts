import type { RuntimeState } from "@ferrule/contract/internal/changes.ts";
import type { GeneratedAlways, Generated } from "kysely";

/** The newest state of each key, written by the triggers of migration 0003 alone; a null state: the key is gone. */
export interface RuntimeStatesTable {
  key: string;
  sequence: number;
  state: RuntimeState | null;
  changedAt: GeneratedAlways<Date>;
}

export interface ChangeTables {
  runtimeStates: RuntimeStatesTable;
  /** One row: which database this is, the last sequence given out, and up to where keys that are gone are forgotten. */
  runtimeFeed: { onlyRow: Generated<boolean>; epoch: string; sequence: number; forgottenThrough: Generated<number> };
}
