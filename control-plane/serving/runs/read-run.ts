import { PublicError } from "@ferrule/contract/errors.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { runCancellation, RunReport } from "@ferrule/contract/internal/runs.ts";
import type { z } from "zod";
import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { cancelRun } from "./cancel-run.ts";
import { findOpenApproval } from "./queries/approvals.ts";
import { findRun, type RunRow } from "./queries/runs.ts";
import { hasEnded } from "./queries/waits.ts";
import { outputOf } from "./texts/values.ts";

/** Who asks for a run, and through which endpoint. */
export type RunAsker = z.infer<typeof runCancellation>;

const isSame = (one: Caller, other: Caller): boolean =>
  one.kind === other.kind && one.id === other.id && one.issuer === other.issuer && one.subject === other.subject;

/** The run, if it is this caller's. @throws PublicError NOT_FOUND, whether there is one or not. */
async function requireOwn(scope: ProjectScope, id: string, asker: RunAsker): Promise<RunRow> {
  const run = await findRun(scope, id);
  const isTheirs =
    run?.environment === asker.environment &&
    run.endpointId === asker.endpointId &&
    run.tenantId === asker.tenantId &&
    isSame(run.caller, asker.caller);
  if (!isTheirs) throw new PublicError("NOT_FOUND", "There is no such run.");
  return run;
}

/** What a caller may know of their run. @throws PublicError NOT_FOUND */
export async function readRunOf(app: App, scope: ProjectScope, id: string, asker: RunAsker): Promise<RunReport> {
  const run = await requireOwn(scope, id, asker);
  const isOver = hasEnded(run.status);
  return {
    id,
    functionId: run.functionId,
    bindingId: run.bindingId,
    status: run.status,
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    waitsFor: run.waitsFor,
    approvalId: isOver ? null : await findOpenApproval(scope, id),
    output: await outputOf(app, scope, run),
    error: run.error,
  };
}

/** Gives up a run for its caller; one that has ended stays as it is. @throws PublicError NOT_FOUND */
export async function cancelRunOf(app: App, scope: ProjectScope, id: string, asker: RunAsker): Promise<void> {
  await requireOwn(scope, id, asker);
  await cancelRun(app, scope, id);
}
