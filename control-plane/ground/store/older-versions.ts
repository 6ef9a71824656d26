import { sql } from "kysely";
import type { AnyScope } from "./scope.ts";

/**
 * The name of the connection that a control plane listens by. Versions that could not yet read an artifact in parts
 * listened as `ferrule-notifications`.
 */
export const listenerName = "ferrule-notifications/parts";

/**
 * Whether a control plane that cannot read an artifact in parts is connected: during an upgrade, until the last of them
 * has been replaced. None comes back, because none starts on this version's schema.
 */
export async function olderIsConnected({ tx }: AnyScope): Promise<boolean> {
  const { rows } = await sql<{ connected: boolean }>`select exists (select from pg_stat_activity
    where datname = current_database() and application_name = 'ferrule-notifications') as connected`.execute(tx);
  return rows[0]?.connected === true;
}
