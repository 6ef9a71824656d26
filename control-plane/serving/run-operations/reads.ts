import { readTime } from "@ferrule/contract/resources/fields.ts";
import type { RunDetail } from "@ferrule/contract/resources/run.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { invalidCursor } from "../../ground/store/rows/invalid-cursor.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { listExecutionRows } from "../../observed/executions/queries/executions.ts";
import type { RunKey } from "./queries/run-filters.ts";
import { findShownTexts, listChildRows, listStepRows } from "./queries/run-parts.ts";
import { findRunRow, listRunRows } from "./queries/runs.ts";
import { deletedFunction, toRun } from "./shown/to-run.ts";
import { toRunStep } from "./shown/to-run-step.ts";

/** The parts of a run that its page shows; lists with filters have the others. */
const mostAttempts = 200;
const mostChildren = 100;

function toKey([createdAt, id]: string[]): RunKey {
  const at = readTime(createdAt ?? "");
  if (at === null || id === undefined) throw invalidCursor();
  return { createdAt: at, id };
}

/** The Project's runs, the latest first. */
export const listRuns: Handlers["listRuns"] = async ({ scope, query }) => {
  const { limit, cursor, ...filters } = query;
  const list = `runs:${scope.projectId}:${JSON.stringify(filters)}`;
  const key = decodeCursor(cursor, list);
  const rows = await listRunRows(scope, filters, limit, key && toKey(key));
  const { items, nextCursor } = toPage(rows, limit, list, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { items: items.map(toRun), nextCursor };
};

/** The attempts of a run, the first one first; of very many, the latest. */
async function attemptsOf(scope: ProjectScope, runId: string): Promise<RunDetail["attempts"]> {
  const { items } = await listExecutionRows(scope, { runId }, mostAttempts, null);
  return items
    .slice(0, mostAttempts)
    .toReversed()
    .map(({ id, run, status, startedAt, durationMs }) => ({
      attempt: run?.attempt ?? 1,
      executionId: id,
      end: run?.suspended === true ? "suspended" : status,
      startedAt: startedAt.toISOString(),
      durationMs,
    }));
}

/** One run with its steps, attempts and children. */
export const getRun: Handlers["getRun"] = async ({ scope, params: { runId } }) => {
  const row = found(await findRunRow(scope, runId));
  const { shownInput, shownOutput, stepCount } = found(await findShownTexts(scope, runId));
  const steps = await listStepRows(scope, runId, stepCount);
  const children = await listChildRows(scope, runId, mostChildren);
  return {
    ...toRun(row),
    shownInput,
    shownOutput,
    timeline: steps.map(toRunStep),
    attempts: await attemptsOf(scope, runId),
    children: children.map(({ functionName, createdAt, ...child }) => ({
      ...child,
      functionName: functionName ?? deletedFunction,
      createdAt: createdAt.toISOString(),
    })),
  };
};
