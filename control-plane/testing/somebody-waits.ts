import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";

/** Resolves once another transaction waits for a row lock, so that a test can order two transactions. */
export async function somebodyWaits({ tx }: InstallationScope | ProjectScope): Promise<void> {
  for (let round = 0; round < 1_500; round += 1) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(tx);
    if (rows.length > 0) return;
    await setTimeout(20);
  }
  assert.fail("nobody waits");
}
