import type { ConfirmedEffect } from "@ferrule/contract/resources/confirmation.ts";
import type { Deployment } from "@ferrule/contract/resources/deployment.ts";
import { adds, note, removes, sidesOf, type Judge } from "./asked-change.ts";

const kinds = {
  function: "Function",
  endpoint: "endpoint",
  "mcp-binding": "tool",
  "http-binding": "route",
  library: "Library",
  collection: "collection",
} as const;

const verbs = { added: "New", changed: "Changed", removed: "Gone" } as const;

function effectsOf({ kind, name, change, fields, permissions, breaking }: Deployment["changes"][number]) {
  const what = `${verbs[change]}: ${kinds[kind]} ${name}${change === "changed" ? ` (${fields.join(", ")})` : ""}`;
  const effects: ConfirmedEffect[] = [
    change === "removed" ? removes(what) : change === "added" ? adds(what) : note(what),
  ];
  effects.push(
    ...permissions.map(({ said, change: how }) => (how === "removed" ? removes : adds)(`${name}: ${said}`)),
    ...breaking.map((said) => removes(`This breaks callers: ${said}`)),
  );
  return effects;
}

/** Most effects that a person reads at once; further ones are counted. */
const mostEffects = 200;

/** Every release and every rollback needs a person. */
export const judgeMove: Judge = (change) => {
  const { kind, number, target, changes, changeCounts } = change.answer as Deployment;
  const { before } = sidesOf<{ deploymentId: string }>(change);
  const effects = changes.flatMap(effectsOf);
  const place = target === "production" ? "Production" : "Development";
  const { added, changed, removed } = changeCounts;
  const counted = note(`In total ${added} added, ${changed} changed, ${removed} removed.`);
  return {
    title: kind === "release" ? `Release to Production.` : `Return ${place} to an earlier deployment.`,
    effects: [
      note(`It becomes deployment #${number}.`),
      ...(effects.length === 0 ? [note("It serves the same as before.")] : effects.slice(0, mostEffects)),
      counted,
    ],
    state: before?.deploymentId ?? null,
  };
};
