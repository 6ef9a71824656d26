import { sql } from "kysely";
import type { ProjectScope } from "../../ground/store/scope.ts";

/** Runs statements and undoes them: what they changed, locked and announced. If `run` throws, the transaction must end. */
export async function rehearse<T>({ tx }: ProjectScope, run: () => Promise<T>): Promise<T> {
  await sql`savepoint rehearsal`.execute(tx);
  const result = await run();
  await sql`rollback to savepoint rehearsal`.execute(tx);
  return result;
}
