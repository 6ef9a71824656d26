import { eraseDeliveries } from "../../serving/runs/queries/erase-deliveries.ts";
import { eraseBatches } from "../../observed/executions/queries/erase-executions.ts";
import { eraseFacets, eraseRunning, eraseSums, eraseUsage } from "../../observed/executions/queries/erase-traces.ts";
import { eraseIdempotent } from "../../serving/idempotency/queries/keys.ts";
import { eraseAnswers } from "../../serving/idempotency/queries.ts";
import { eraseJobs } from "../../ground/jobs/queries/erase-jobs.ts";
import { eraseLimits } from "../../serving/limits/queries/erase-limits.ts";
import { eraseRuns } from "../../serving/runs/removal/erase-runs.ts";
import { eraseRunEvents } from "../../serving/runs/queries/erase-runs.ts";
import { eraseRecords } from "../../data/records/queries/erase-records.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { ErasedPart, Whose } from "../../ground/store/whose.ts";
import { endAccess } from "./begin-erasure.ts";
import { noteProgress, type ErasureRow } from "./queries.ts";
import { merged } from "./whose-of.ts";

/** One part of a locked erasure, in a transaction of its own. Returns whether there is more to do. */
export type Step = (scope: ProjectScope, row: ErasureRow, whose: Whose) => Promise<boolean>;

type Part = (scope: ProjectScope, whose: Whose, before: Date) => Promise<ErasedPart>;

const counted =
  (kind: string, erase: Part): Step =>
  async (scope, row, whose) => {
    const { count, more } = await erase(scope, whose, row.createdAt);
    if (count > 0) await noteProgress(scope, row, { [kind]: count });
    return more;
  };

/** Goes through the executions, and notes the callers' identities: sums and consents name callers differently. */
export const lookThrough: Step = async (scope, row, whose) => {
  const found = await eraseBatches(scope, whose, row.createdAt, row.afterBatch);
  const answers = await eraseAnswers(scope, row.projectId, found.requestIds);
  const identities = whose.subject === "tenant" ? [] : merged(whose.identities, found.identities);
  const progress = { executions: found.executions, answers };
  await noteProgress(scope, row, progress, { afterBatch: found.lastBatch, identities });
  return found.lastBatch !== null;
};

/** Repeats this part, because by now the callers' identities are known. */
const access: Step = async (scope, row, whose) => {
  await noteProgress(scope, row, await endAccess(scope, whose, row.createdAt));
  return false;
};

/** The other parts of an erasure in the database, in this order, after the identities are known. */
export const steps: readonly Step[] = [
  access,
  counted("usage", eraseUsage),
  counted("sums", eraseSums),
  counted("entries", eraseFacets),
  counted("running", eraseRunning),
  counted("runs", (scope, whose, before) => eraseRuns(scope, whose, before)),
  counted("runEvents", eraseRunEvents),
  counted("deliveries", eraseDeliveries),
  counted("jobs", eraseJobs),
  counted("answers", (scope, { name }) => eraseIdempotent(scope, name)),
  counted("limits", eraseLimits),
  counted("records", async (scope, { subject, name }) =>
    subject === "tenant" ? eraseRecords(scope, name) : { count: 0, more: false },
  ),
];
