import { sql } from "kysely";
import type { AnyScope } from "../../../ground/store/scope.ts";

/** Wakes the workers that wait for runs, when the transaction commits. */
export async function notifyRuns({ tx }: AnyScope): Promise<void> {
  await sql`select pg_notify('runs', '')`.execute(tx);
}
