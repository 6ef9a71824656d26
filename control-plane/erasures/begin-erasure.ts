import type { ErasedSubject } from "@ferrule/contract/resources/erasure.ts";
import { eraseKeys } from "../api-keys/queries.ts";
import { eraseCrons } from "../crons/queries/erase-crons.ts";
import { eraseGrants, eraseSessions, identitiesOfCaller } from "../oauth/queries/erase-callers.ts";
import { lockAgainstUse } from "../projects/queries.ts";
import type { ProjectScope } from "../store/scope.ts";
import type { Whose } from "../store/whose.ts";
import { insertErasure, noteProgress, type ErasureRow } from "./queries.ts";
import { whoseOf } from "./whose-of.ts";

/** Ends what could bring more of it. Answers how much, by kind. */
export async function endAccess(scope: ProjectScope, whose: Whose): Promise<Record<string, number>> {
  const { subject, value } = whose;
  if (subject === "tenant")
    return { apiKeys: await eraseKeys(scope, { tenantId: value }), crons: await eraseCrons(scope, value) };
  return {
    apiKeys: await eraseKeys(scope, { id: value }),
    consents: await eraseGrants(scope, whose),
    sessions: await eraseSessions(scope, whose),
  };
}

/** Notes what is to be erased, and ends at once what could bring more of it: keys, crons, consents, sessions. */
export async function beginErasure(
  scope: ProjectScope,
  given: ErasedSubject & { reason: string },
): Promise<ErasureRow> {
  // Waits for executions that are being recorded, and what is recorded next knows of it.
  await lockAgainstUse(scope);
  const row = await insertErasure(scope, given);
  const asked = whoseOf(row, given.value);
  const identities = given.subject === "tenant" ? [] : await identitiesOfCaller(scope, asked);
  const whose = whoseOf({ ...row, identities }, given.value);
  const removed = await noteProgress(scope, row, await endAccess(scope, whose), { identities: whose.identities });
  return { ...row, removed };
}
