import type { runAnswers } from "@ferrule/contract/internal/runs.ts";
import type { z } from "zod";
import type { App } from "../../../ground/app.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { listOpenQuestions } from "../queries/of-asker.ts";
import { notifyRuns } from "../queries/notify.ts";
import { lockRun, queueWaiting } from "../queries/runs.ts";
import { endWaits, hasEnded } from "../queries/waits.ts";
import { requireOwn } from "../read-run.ts";
import { runSeal } from "../seals/seal-run.ts";
import { askedBefore } from "../texts/asked-before.ts";
import { sealedEnd, shownText } from "../texts/values.ts";

/**
 * Ends the questions of a run that its caller's person has answered, and lets the run go on. An answer is ignored if its
 * question is not open any more, its time is over, or an attempt has asked in other words since. Returns how many were
 * taken.
 * @throws PublicError NOT_FOUND for a run of somebody else
 */
export async function answerRun(
  app: App,
  scope: ProjectScope,
  id: string,
  { answers, ...asker }: z.infer<typeof runAnswers>,
): Promise<number> {
  await requireOwn(scope, id, asker);
  const run = await lockRun(scope, id);
  if (run === undefined || hasEnded(run.status)) return 0;
  const seal = await runSeal(app, run);
  const open = new Map(
    (await listOpenQuestions(scope, app.clock, id)).map((step) => [step.key, askedBefore(seal, step)]),
  );
  let taken = 0;
  for (const { key, asked, outcome, shown } of answers) {
    if (open.get(key) !== asked) continue;
    const text = `{"asked":${JSON.stringify(asked)},"outcome":${outcome}}`;
    taken += (await endWaits(scope, [sealedEnd(seal, { runId: id, key, text, shown: shownText(shown) })])).length;
  }
  if (taken > 0 && (await queueWaiting(scope, [id])) > 0) await notifyRuns(scope);
  return taken;
}
