import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../../ground/app.ts";
import { readChain } from "../../ground/audit/queries.ts";
import { endsOfFeeds } from "../executions/queries/exported.ts";
import { lockProjects } from "../executions/queries/insert-executions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { listProjectIds } from "../../people/projects/queries.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ExportRow } from "../../ground/store/tables/exports.ts";
import { auditedExport, describeExport } from "./describe-export.ts";
import { sealAuthorization } from "./export-seal.ts";
import { changeExport, lockExport, putPositions } from "./queries.ts";

/** Makes the export of executions begin with those that are recorded from now on. */
async function skipExecutions(scope: InstallationScope): Promise<void> {
  const there = await lockProjects(scope, await listProjectIds(scope));
  await putPositions(scope, await endsOfFeeds(scope, [...there.keys()]));
}

/** The columns of a new authorization; none when the authorization stays. */
async function sealed(app: App, row: ExportRow, authorization: string | null | undefined) {
  if (authorization === undefined) return {};
  const version = row.version + 1;
  if (authorization === null) return { version, keyId: null, wrappedKey: null, ciphertext: null };
  return { version, ...(await sealAuthorization(app, { id: row.id, version }, authorization)) };
}

/** Sets up, pauses or resumes the export. After an earlier failure, it tries again at once. */
export const updateExport: Handlers["updateExport"] = async ({ app, scope, ifMatch, body }) => {
  const before = await lockExport(scope);
  requireRevision(ifMatch, before.revision);
  const { authorization, ...changes } = body;
  const { url = before.url, auditEvents = before.auditEvents, executions = before.executions } = changes;
  if (url === null && (auditEvents || executions)) {
    throw new PublicError("INVALID_STATE", "Enter the receiver's address, or switch both kinds off.");
  }
  // A new receiver must not get a credential that was meant for the first one.
  if (before.keyId !== null && authorization === undefined && url !== before.url) {
    throw new PublicError("INVALID_STATE", "Enter the authorization again when you change the address.");
  }
  const begins = auditEvents && !before.auditEvents;
  if (executions && !before.executions) await skipExecutions(scope);
  const row = await changeExport(scope, {
    ...changes,
    ...(await sealed(app, before, authorization)),
    ...(begins ? { auditSequence: (await readChain(scope)).head.sequence } : {}),
    failures: 0,
    failedAt: null,
    failure: null,
    retryAt: null,
  });
  return { answer: await describeExport(scope, row), audit: auditedExport(before, row) };
};
