import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { HostCall } from "@ferrule/contract/internal/host-calls.ts";
import { childStart, keptStep, runLimits, runNamed, sentEvent } from "@ferrule/contract/internal/runs.ts";
import type { z } from "zod";
import type { App } from "../../../ground/app.ts";
import { answerEach } from "../../../ground/host-calls/answer-each.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { cancelRun } from "../cancel-run.ts";
import { comparableJson, deepest } from "../texts/comparable-json.ts";
import { keepStep } from "./keep-step.ts";
import { findRun, type RunRow } from "../queries/runs.ts";
import { sendEvent } from "../send-event.ts";
import { startChild } from "./start-child.ts";
import { reportForGuest, shownText } from "../texts/values.ts";

/** @throws HostCallError VALIDATION_ERROR */
function parsed<S extends z.ZodType>(schema: S, { name, argument }: HostCall): z.infer<S> {
  const given = schema.safeParse(argument);
  if (!given.success) throw new HostCallError("VALIDATION_ERROR", `${name} refused the request.`);
  return given.data;
}

/** A run of the call's own Project, environment and tenant. */
async function findOwn(scope: ProjectScope, call: HostCall): Promise<RunRow | undefined> {
  const { runId } = parsed(runNamed, call);
  const run = await findRun(scope, runId);
  return run?.environment === call.environment && run.tenantId === call.tenantId ? run : undefined;
}

async function send(app: App, projectId: string, call: HostCall): Promise<{ woken: number }> {
  const { environment, tenantId } = call;
  const { name, data, runId = null, shown } = parsed(sentEvent, call);
  const text = comparableJson(data ?? null);
  if (text === null) throw new HostCallError("VALIDATION_ERROR", `The data of an event may have ${deepest} levels.`);
  if (text.length > runLimits.resultChars)
    throw new HostCallError("LIMIT_EXCEEDED", `An event has at most ${runLimits.resultChars} characters of data.`);
  const event = {
    environment,
    tenantId,
    name,
    data: text,
    runId,
    shown: shown === undefined ? null : shownText(shown),
  };
  return { woken: await app.store.inProject(projectId, (scope) => sendEvent(app, scope, event)) };
}

/** The host calls for runs: see `contract/internal/runs.ts`. */
export const answerRunCalls = answerEach("runs", {
  keep: async (app, projectId, call) => {
    await keepStep(app, projectId, call.executionId, parsed(keptStep, call));
    return {};
  },
  start: async (app, projectId, call) => ({
    id: await startChild(app, projectId, call.executionId, parsed(childStart, call)),
  }),
  get: (app, projectId, call) =>
    app.store.inProject(
      projectId,
      async (scope) => {
        const run = await findOwn(scope, call);
        return { run: run === undefined ? null : await reportForGuest(app, scope, run) };
      },
      { readOnly: true },
    ),
  cancel: (app, projectId, call) =>
    app.store.inProject(projectId, async (scope) => {
      const run = await findOwn(scope, call);
      return { cancelled: run !== undefined && (await cancelRun(app, scope, run.id)) !== null };
    }),
  send,
});
