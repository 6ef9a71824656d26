import type { ProjectSourceCron } from "@ferrule/contract/resources/project-source.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import type { App } from "../../../ground/app.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { validationError, type Issue } from "../../../ground/handler/validation-issues.ts";
import { readClock } from "../../../ground/store/clock.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { occurrenceAfter } from "../../../serving/crons/bindings/first-occurrence.ts";
import { inputContracts } from "../../../serving/crons/bindings/input-contract.ts";
import { inputIssues } from "../../../serving/crons/bindings/input-issues.ts";
import {
  changeCronBinding,
  insertCronBinding,
  removeCronBinding,
  type CronBindingDraft,
  type CronBindingRow,
} from "../../../serving/crons/queries/bindings.ts";
import { issuesAt } from "../../planning/check-parts.ts";
import type { KnownIds } from "../../planning/known-ids.ts";
import type { SlugOf } from "../../planning/parts.ts";
import { authors, stepOf, type Step } from "../../planning/step.ts";
import { cronPart, type CronPair } from "../held/cron-part.ts";

type CronStep = Step<"cron-binding">;

const nameOf = ({ name, function: slug, environment }: ProjectSourceCron) => `${name}: ${slug} in ${environment}`;

const draftOf = (cron: ProjectSourceCron, ids: KnownIds): CronBindingDraft => {
  const { function: slug, retry, ...given } = cron;
  return { ...given, ...retry, functionId: found(ids.functions.get(slug)) };
};

/** Whether its next run is counted from now on, as when it is edited by itself. */
const moves = (row: CronBindingRow | undefined, after: ProjectSourceCron): boolean =>
  row === undefined ||
  row.schedule !== after.schedule ||
  row.timezone !== after.timezone ||
  (after.enabled && row.nextRunAt === null);

/**
 * Checks all crons that change, after the Functions have been written, and finds when each runs next.
 * @throws PublicError VALIDATION_ERROR naming each place
 */
async function scheduleAll(
  { app, scope, ids }: { app: App; scope: ProjectScope; ids: KnownIds },
  changing: readonly (CronPair & { at: number })[],
): Promise<Map<ProjectSourceCron, Date | null>> {
  const now = await readClock(scope, app.clock);
  const idOf = ({ given }: CronPair) => found(ids.functions.get(given.function));
  const contractOf = await inputContracts(scope, [...new Set(changing.map(idOf))]);
  const next = new Map<ProjectSourceCron, Date | null>();
  const issues = changing.flatMap((pair): Issue[] => {
    const { given, row, at } = pair;
    const place = `body.source.crons.${at}`;
    const late = issuesAt(place, () => {
      const first = moves(row, given) ? occurrenceAfter(now, given) : (row?.nextRunAt ?? null);
      next.set(given, given.enabled ? first : null);
    });
    // As when it is edited by itself: a contract that changed since must not block pausing it.
    if (row !== undefined && sameJson(row.input, given.input)) return late;
    return [...late, ...inputIssues(contractOf(idOf(pair), given.environment), given.input, `${place}.input`)];
  });
  if (issues.length > 0) throw validationError(issues);
  return next;
}

/** The changes that give the Project these crons. Its other crons stay. */
export function planCrons(
  { app, scope, ids }: { app: App; scope: ProjectScope; ids: KnownIds },
  pairs: readonly CronPair[],
  slugOf: SlugOf,
): CronStep[] {
  const changing: (CronPair & { at: number })[] = [];
  let scheduled: ReturnType<typeof scheduleAll> | undefined;
  return pairs.flatMap(({ given, row }, at) => {
    const apply = async () => {
      // The first of them checks all.
      scheduled ??= scheduleAll({ app, scope, ids }, changing);
      const nextRunAt = (await scheduled).get(given) ?? null;
      const draft = { ...draftOf(given, ids), nextRunAt };
      if (row === undefined) return insertCronBinding(scope, draft);
      const resumed =
        given.enabled && !row.enabled ? { consecutiveFailures: 0, pausedAt: null, pauseReason: null } : {};
      return changeCronBinding(scope, row, { ...draft, ...resumed });
    };
    const before = row === undefined ? null : cronPart(row, slugOf);
    const steps = stepOf({
      row,
      kind: "cron-binding",
      name: nameOf(given),
      roles: authors,
      before,
      after: given,
      apply,
    });
    if (steps.length > 0) changing.push({ given, row, at });
    return steps;
  });
}

export const removeCrons = (scope: ProjectScope, rows: readonly CronBindingRow[], slugOf: SlugOf): CronStep[] =>
  rows.flatMap((row) => {
    const before = cronPart(row, slugOf);
    const apply = () => removeCronBinding(scope, row.id);
    return stepOf({ row, kind: "cron-binding", name: nameOf(before), roles: authors, before, after: null, apply });
  });
