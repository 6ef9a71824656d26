import { startedModes } from "@ferrule/contract/states.ts";
import { sql, type RawBuilder } from "kysely";

/** The SQL condition that a call started a run. @param row the name of the row of `runs` in the statement */
export const startedByCall = (row = "runs"): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${row}.mode`)} in (${sql.join(startedModes.map((mode) => sql.lit(mode)))})`;
