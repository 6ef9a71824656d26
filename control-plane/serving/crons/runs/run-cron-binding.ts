import { lockCronBinding } from "../queries/bindings.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { admitRun } from "./admit-runs.ts";
import { insertCronRuns } from "../../runs/queries/cron-runs.ts";
import { toCronRun } from "../queries/to-cron-run.ts";
import { readFacts } from "../queries/binding-facts.ts";

/** Runs the binding once, now, if its overlap policy allows that; otherwise the result says so. */
export const runCronBinding: Handlers["runCronBinding"] = async (context) => {
  const { app, scope, params, actor, requestId } = context;
  const binding = found(await lockCronBinding(scope, params.cronBindingId));
  const { now, ...facts } = await readFacts(app, scope, binding.id);
  const asked = { requestId, userId: actor.userId };
  const run = admitRun({ ...binding, ...facts }, { trigger: "manual", scheduledFor: now, dueAt: now, asked });
  const row = found((await insertCronRuns(scope, [run]))[0]);
  const { status, reason } = row;
  return {
    answer: toCronRun({ ...row, email: actor.email }),
    audit: {
      kind: "cron-binding",
      id: binding.id,
      name: binding.name,
      changes: { before: null, after: { runId: row.id, status, reason } },
    },
  };
};
