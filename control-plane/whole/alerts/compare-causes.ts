import type { AlertRule } from "@ferrule/contract/resources/alert.ts";
import type { Cause } from "./cause.ts";
import type { FiringRow } from "./queries/alerts.ts";
import type { WatchedProject } from "./queries/settings.ts";

/** What changes in the alerts of one Project. */
export interface AlertChanges {
  began: Cause[];
  /** Ids of alerts whose causes are gone for good. */
  ended: string[];
  /** Ids of alerts that nobody wants any more: they go without a word. */
  dropped: string[];
  /** Ids of alerts whose causes are missing since now, and of those whose causes are back. */
  missing: string[];
  back: string[];
  described: { id: string; detail: string }[];
}

/**
 * How long a cause must be missing before its alert is over. Rates move around their bounds, and machines come back, so
 * each crossing would be a message.
 */
const patienceMs: Partial<Record<AlertRule, number>> = {
  "endpoint-failing": 120_000,
  "endpoint-slow": 120_000,
  "worker-away": 30_000,
  "control-plane-away": 30_000,
};

const keyOf = ({ rule, subject }: Pick<Cause, "rule" | "subject">) => `${rule} ${subject}`;

function compareProject(
  causes: readonly Cause[],
  firing: readonly FiringRow[],
  off: readonly AlertRule[],
  now: number,
) {
  const changes: AlertChanges = { began: [], ended: [], dropped: [], missing: [], back: [], described: [] };
  const found = new Map(causes.filter(({ rule }) => !off.includes(rule)).map((cause) => [keyOf(cause), cause]));
  for (const { id, missingSince, detail, ...alert } of firing) {
    const cause = found.get(keyOf(alert));
    found.delete(keyOf(alert));
    if (off.includes(alert.rule)) changes.dropped.push(id);
    else if (cause !== undefined) {
      if (missingSince !== null) changes.back.push(id);
      if (detail !== cause.detail) changes.described.push({ id, detail: cause.detail });
    } else if (now - (missingSince?.getTime() ?? now) >= (patienceMs[alert.rule] ?? 0)) changes.ended.push(id);
    else if (missingSince === null) changes.missing.push(id);
  }
  changes.began.push(...found.values());
  return changes;
}

const isEmpty = (changes: AlertChanges) =>
  Object.values(changes).every((list: readonly unknown[]) => list.length === 0);

/**
 * What changes in each Project, from what is wrong now and what fires. A Project that is not watched any more, because
 * it is archived, loses its alerts without a word.
 * @param now in epoch milliseconds, by the clock of the database
 */
export function compareCauses(
  causes: readonly Cause[],
  firing: readonly FiringRow[],
  watched: readonly WatchedProject[],
  now: number,
): Map<string, AlertChanges> {
  const rulesOff = new Map(watched.map(({ id, rulesOff: off }) => [id, off]));
  const ofCauses = Map.groupBy(causes, ({ projectId }) => projectId);
  const ofFiring = Map.groupBy(firing, ({ projectId }) => projectId);
  const changed = new Map<string, AlertChanges>();
  for (const projectId of new Set([...ofCauses.keys(), ...ofFiring.keys()])) {
    const alerts = ofFiring.get(projectId) ?? [];
    const off = rulesOff.get(projectId);
    const changes =
      off === undefined
        ? { ...compareProject([], [], [], now), dropped: alerts.map(({ id }) => id) }
        : compareProject(ofCauses.get(projectId) ?? [], alerts, off, now);
    if (!isEmpty(changes)) changed.set(projectId, changes);
  }
  return changed;
}
