import type { LoggedError } from "@ferrule/kit/recent-errors.ts";
import type { Generated } from "kysely";
import type { Json } from "../json.ts";

/** Gateways by id. */
export type HeardGateways = Record<string, { version: string; lastSeenAt: string }>;

export interface StatusTables {
  controlPlanes: {
    id: string;
    version: string;
    gateways: Json<HeardGateways>;
    errors: Json<readonly LoggedError[]>;
    startedAt: Date;
    lastSeenAt: Generated<Date>;
  };
}
