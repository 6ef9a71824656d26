import type { Deployment } from "@ferrule/contract/resources/deployment.ts";
import { note, removes, sidesOf, type Judge } from "./asked-change.ts";

/** More changes than a person reads at once. The sentences count all of them, and what goes comes first. */
const mostChanges = 100;

const loses = ({ change, breaking }: Deployment["changes"][number]) => change === "removed" || breaking.length > 0;

/** Every release and every rollback needs a person. */
export const judgeMove: Judge = (change) => {
  const { kind, number, target, changes, changeCounts } = change.answer as Deployment;
  const { before } = sidesOf<{ deploymentId: string }>(change);
  const [gone, others] = [changes.filter(loses), changes.filter((one) => !loses(one))];
  const place = target === "production" ? "Production" : "Development";
  const { added, changed, removed, breaking } = changeCounts;
  const counted =
    changes.length === 0 ? "It serves the same as before." : `${added} added, ${changed} changed, ${removed} removed.`;
  return {
    title: kind === "release" ? `Release to Production.` : `Return ${place} to an earlier deployment.`,
    effects: [
      note(`It becomes deployment #${number}.`),
      note(counted),
      ...(breaking > 0
        ? [removes(breaking === 1 ? "One change breaks callers." : `${breaking} changes break callers.`)]
        : []),
    ],
    detail: {
      kind: "changes",
      changes: [...gone, ...others].slice(0, mostChanges),
      ...(changes.length > mostChanges ? { more: changes.length - mostChanges } : {}),
    },
    state: before?.deploymentId ?? null,
  };
};
