import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../ground/store/scope.ts";

/** Resolves once other transactions (one, unless `count` says more) wait for locks, so that a test can order them. */
export async function somebodyWaits({ tx }: Pick<InstallationScope | ProjectScope, "tx">, count = 1): Promise<void> {
  for (let round = 0; round < 1_500; round += 1) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(tx);
    if (rows.length >= count) return;
    await setTimeout(10);
  }
  assert.fail(`${count} transactions were expected to wait for a lock`);
}
