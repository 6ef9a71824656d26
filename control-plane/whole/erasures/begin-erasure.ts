import type { ErasedSubject } from "@ferrule/contract/resources/erasure.ts";
import { eraseKeys } from "../../serving/api-keys/queries.ts";
import { eraseCrons } from "../../serving/crons/queries/erase-crons.ts";
import { eraseGrants, eraseSessions } from "../../serving/oauth/queries/erase-callers.ts";
import { eraseRuns } from "../../serving/runs/removal/erase-runs.ts";
import { lockToErase } from "../../people/projects/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { Whose } from "../../ground/store/whose.ts";
import { insertErasure, noteProgress, type ErasureRow } from "./queries.ts";
import { findWhose } from "./find-whose.ts";

/** Ends everything that could bring more of the owner's data. Returns how much it ended, by kind. */
export async function endAccess(scope: ProjectScope, whose: Whose, before: Date): Promise<Record<string, number>> {
  const { subject, name } = whose;
  const ended: Record<string, number> =
    subject === "tenant"
      ? { apiKeys: await eraseKeys(scope, { tenantId: name }), crons: await eraseCrons(scope, name) }
      : {
          apiKeys: await eraseKeys(scope, { id: name }),
          consents: await eraseGrants(scope, whose),
          sessions: await eraseSessions(scope, whose),
        };
  // Now, because a further attempt of a run would count as a call that began after the erasure. And last, because it
  // locks lanes.
  return { ...ended, runs: (await eraseRuns(scope, whose, before, { unended: true })).count };
}

/**
 * Records an erasure, and at once ends everything that could bring more of the data: keys, crons, consents,
 * sessions, runs.
 */
export async function beginErasure(
  scope: ProjectScope,
  given: ErasedSubject & { reason: string },
): Promise<ErasureRow> {
  // Waits for executions that are being recorded. Any later recording sees the erasure.
  await lockToErase(scope);
  const row = await insertErasure(scope, given);
  const whose = await findWhose(scope, given);
  const removed = await noteProgress(scope, row, await endAccess(scope, whose, row.createdAt), {
    identities: whose.identities,
  });
  return { ...row, removed };
}
