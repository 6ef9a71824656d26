import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { found } from "../../../ground/handler/not-found.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { ExecutionKey } from "../filters/execution-filters.ts";
import { deploymentNumbers, findGroup, listSums, readInputs } from "../queries/error-groups.ts";
import { findExecution, findExecutionRows, type SummaryRow } from "../queries/executions.ts";
import { findKeys } from "../queries/find-keys.ts";
import { differingInputs } from "./differing-inputs.ts";
import { stateOf } from "./group-state.ts";
import { trendOf } from "./trend-of.ts";

const hourMs = 3_600_000;
const usualMs = 7 * 24 * hourMs;
/** So many of the newest failures say whom the group touches, and the inputs of so many are compared. */
const [mostLooked, mostCompared] = [500, 50];
const mostShares = 20;

/** What the range covers: whole hours, as the sums do. */
function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const ends = to === undefined ? sharedNow() : Date.parse(to);
  const begins = from === undefined ? ends - usualMs : Date.parse(from);
  return { from: new Date(Math.floor(begins / hourMs) * hourMs), to: new Date(ends) };
}

/** How often each occurs, the most frequent first, at most 20. */
function sharesOf<T>(values: readonly T[], keyOf: (value: T) => string): { value: T; count: number }[] {
  return [...Map.groupBy(values, keyOf).values()]
    .flatMap((its) => (its[0] === undefined ? [] : [{ value: its[0], count: its.length }]))
    .sort((one, other) => other.count - one.count)
    .slice(0, mostShares);
}

/** Whom and what these failures touch. */
async function touched(scope: ProjectScope, rows: readonly SummaryRow[]) {
  const deployments = sharesOf(
    rows.flatMap(({ deploymentId }) => deploymentId ?? []),
    (id) => id,
  );
  const numbers = await deploymentNumbers(
    scope,
    deployments.map(({ value }) => value),
  );
  const targets = rows.flatMap(({ bindingId, called }) =>
    bindingId === null || called === null ? [] : [{ bindingId, called }],
  );
  const callers = rows.map(({ caller: { kind, id, name, issuer, subject } }) => ({
    kind,
    id,
    name,
    ...(issuer === undefined ? {} : { issuer }),
    ...(subject === undefined ? {} : { subject }),
  }));
  return {
    looked: rows.length,
    callers: sharesOf(callers, ({ kind, id, issuer, subject }) => [kind, issuer, subject ?? id].join("\n")).map(
      ({ value, count }) => ({ caller: value, count }),
    ),
    tenants: sharesOf(rows, ({ tenantId }) => tenantId).map(({ value, count }) => ({
      tenantId: value.tenantId,
      count,
    })),
    targets: sharesOf(targets, ({ bindingId }) => bindingId).map(({ value, count }) => ({ ...value, count })),
    deployments: deployments.map(({ value, count }) => ({
      deploymentId: value,
      number: numbers.get(value) ?? null,
      count,
    })),
  };
}

/** The comparison of the newest failures' inputs with those of the Function's newest successes. */
async function comparison(
  scope: ProjectScope,
  { environment, functionId }: { environment: Environment; functionId: string | null },
  failures: readonly ExecutionKey[],
) {
  const successes =
    functionId === null
      ? []
      : await findKeys(scope, { environment, functionId, status: "succeeded" }, mostCompared, null);
  const failed = await readInputs(scope, failures.slice(0, mostCompared));
  const succeeded = await readInputs(scope, successes);
  return {
    inputs: differingInputs(failed, succeeded),
    compared: { failed: failed.length, succeeded: succeeded.length },
  };
}

/**
 * A group of failures within a range, by default the last seven days: how often it occurred, where it began, whom it
 * touches, and what its inputs have in common. The trend comes from sums. The rest comes from its newest executions,
 * and only from those in the database.
 */
export const getExecutionGroup: Handlers["getExecutionGroup"] = async ({ scope, params: { groupId: id }, query }) => {
  const { environment } = query;
  const group = found(await findGroup(scope, environment, id));
  const range = rangeOf(query);
  const within = await listSums(scope, environment, id, range);
  const last =
    within.at(-1) ??
    found((await listSums(scope, environment, id, { from: new Date(0), to: new Date(sharedNow()) })).at(-1));
  const asked = { errorId: id, environment, from: range.from.toISOString(), to: range.to.toISOString() };
  const keys = await findKeys(scope, asked, mostLooked, null);
  const rows = await findExecutionRows(scope, {}, keys);
  const sampleIds = keys.length > 0 ? keys.slice(0, 5).map((key) => key.id) : last.sampleIds.split(" ");
  const newest = sampleIds[0] === undefined ? undefined : await findExecution(scope, sampleIds[0]);
  const { functionId, functionName, code, frame, message, lastAt } = last;
  return {
    ...stateOf(group),
    functionId,
    functionName,
    code,
    frame,
    message,
    stack: newest?.error?.stack ?? null,
    beganWith:
      group.firstDeploymentId === null || group.number === null || group.kind === null
        ? null
        : { deploymentId: group.firstDeploymentId, number: group.number, kind: group.kind },
    firstSeenAt: group.firstAt.toISOString(),
    lastSeenAt: lastAt.toISOString(),
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    count: within.reduce((sum, { count }) => sum + count, 0),
    trend: trendOf(within, range),
    sampleIds,
    ...(await touched(scope, rows)),
    ...(await comparison(scope, { environment, functionId }, keys)),
  };
};
