import { PublicError } from "@ferrule/contract/errors.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type {
  runAnswers,
  runCancellation,
  runsOfCaller,
  runsQuestion,
  RunReport,
} from "@ferrule/contract/internal/runs.ts";
import type { z } from "zod";
import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { cancelRun } from "./cancel-run.ts";
import { findOpenApproval } from "./queries/approvals.ts";
import { findLatestStep, listOpenQuestions, listRunsOfAsker } from "./queries/of-asker.ts";
import { findRun, type RunRow } from "./queries/runs.ts";
import { hasEnded } from "./queries/waits.ts";
import { runSeal } from "./seals/seal-run.ts";
import { askedBefore } from "./texts/asked-before.ts";
import { outputOf } from "./texts/values.ts";

type OpenQuestion = Pick<z.infer<typeof runAnswers>["answers"][number], "key" | "asked">;

/** Who asks for a run, and through which endpoint. */
export type RunAsker = z.infer<typeof runCancellation>;

const isSame = (one: Caller, other: Caller): boolean =>
  one.kind === other.kind && one.id === other.id && one.issuer === other.issuer && one.subject === other.subject;

/** The run, if it is this caller's. @throws PublicError NOT_FOUND, whether there is one or not. */
export async function requireOwn(scope: ProjectScope, id: string, asker: RunAsker): Promise<RunRow> {
  const run = await findRun(scope, id);
  const isTheirs =
    run?.environment === asker.environment &&
    run.endpointId === asker.endpointId &&
    run.tenantId === asker.tenantId &&
    isSame(run.caller, asker.caller);
  if (!isTheirs) throw new PublicError("NOT_FOUND", "There is no such run.");
  return run;
}

const secondMs = 1_000;
const dayMs = 86_400_000;

/** The run as a task of MCP. Runs are kept for `EXECUTION_RETENTION_DAYS` after their end, at the latest their deadline. */
function taskOf({ settings }: App, run: RunRow, latestStep: string | null): NonNullable<RunReport["task"]> {
  const { createdAt, updatedAt, finishedAt, deadlineAt, cancelling, stepsDone } = run;
  const lastsMs = Math.max(secondMs, (finishedAt ?? deadlineAt).getTime() - createdAt.getTime());
  return {
    updatedAt: updatedAt.toISOString(),
    keptMs: lastsMs + settings.executionRetentionDays * dayMs,
    isEnding: cancelling,
    stepsDone,
    latestStep,
    ...(run.waitsKind === "question" ? { asks: true } : {}),
  };
}

const shown = (run: RunRow) => ({
  id: run.id,
  functionId: run.functionId,
  bindingId: run.bindingId,
  status: run.status,
  createdAt: run.createdAt.toISOString(),
  finishedAt: run.finishedAt?.toISOString() ?? null,
  waitsFor: run.waitsFor,
  error: run.error,
});

/** The questions that a run waits for. @throws SealError */
async function openQuestionsOf(app: App, scope: ProjectScope, run: RunRow): Promise<OpenQuestion[]> {
  const steps = run.stepCount === 0 ? [] : await listOpenQuestions(scope, app.clock, run.id);
  if (steps.length === 0) return [];
  const seal = await runSeal(app, run);
  return steps.map((step) => ({ key: step.key, asked: askedBefore(seal, step) ?? "" }));
}

/** What a caller may know of their run. @throws PublicError NOT_FOUND */
export async function readRunOf(
  app: App,
  scope: ProjectScope,
  id: string,
  asker: RunAsker,
  asTask = false,
): Promise<RunReport> {
  const run = await requireOwn(scope, id, asker);
  const questions = asTask && run.status === "waiting" ? await openQuestionsOf(app, scope, run) : [];
  return {
    ...shown(run),
    approvalId: hasEnded(run.status) ? null : await findOpenApproval(scope, id),
    output: await outputOf(app, scope, run),
    ...(asTask
      ? {
          task: {
            ...taskOf(app, run, run.stepsDone === 0 ? null : await findLatestStep(scope, id)),
            ...(questions.length === 0 ? {} : { questions }),
          },
        }
      : {}),
  };
}

/** The runs of MCP clients that a caller has started through an endpoint, newest first, without outputs and steps. */
export async function listRunsOf(
  app: App,
  scope: ProjectScope,
  asker: z.infer<typeof runsQuestion>,
): Promise<z.infer<typeof runsOfCaller>> {
  const found = await listRunsOfAsker(scope, asker);
  const runs = found
    .slice(0, asker.limit)
    .map((run) => ({ ...shown(run), approvalId: run.approvalId, output: null, task: taskOf(app, run, null) }));
  return { runs, hasMore: found.length > asker.limit };
}

/** Gives up a run for its caller; one that has ended stays as it is. @throws PublicError NOT_FOUND */
export async function cancelRunOf(app: App, scope: ProjectScope, id: string, asker: RunAsker): Promise<void> {
  await requireOwn(scope, id, asker);
  await cancelRun(app, scope, id);
}
