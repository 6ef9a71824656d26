import { environments, type Environment } from "@ferrule/contract/states.ts";
import type { Served } from "./queries/served-revisions.ts";

/** Who saved a revision; null when that user was deleted. */
export const authorOf = (row: { createdBy: string | null; email: string | null }) =>
  row.createdBy === null || row.email === null ? null : { id: row.createdBy, email: row.email };

/** The environments that serve this revision now. */
export const activeIn = (served: Served, revision: number): Environment[] =>
  environments.filter((environment) => served[environment] === revision);
