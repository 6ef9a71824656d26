import type { Operations } from "@ferrule/contract/operations.ts";
import { sql } from "kysely";
import { lockCronBinding } from "../cron-bindings/records.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import type { ProjectScope } from "../store/scope.ts";
import type { App } from "../app.ts";
import { admitRun } from "./admit-runs.ts";
import { isBusy, isDeployed } from "./binding-facts.ts";
import { insertCronRuns } from "./records.ts";
import { toCronRun } from "./to-cron-run.ts";

async function readFacts({ clock }: App, { tx }: ProjectScope, id: string) {
  const { rows } = await sql<{ now: Date; isDeployed: boolean; isBusy: boolean }>`
    select ${clock()} as now, ${isDeployed} as is_deployed, ${isBusy} as is_busy
    from cron_bindings binding where id = ${id}`.execute(tx);
  return found(rows[0]);
}

/** Specification 4.10: runs it once now, as far as its overlap policy allows; the answer says so when it does not. */
export const runCronBinding: Handler<Operations["runCronBinding"]> = async (context) => {
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
