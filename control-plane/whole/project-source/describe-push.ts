import type { ProjectSourcePlan } from "@ferrule/contract/resources/project-source.ts";
import type { Actor } from "../../ground/handler/handler.ts";
import { isAllowed } from "../planning/step.ts";
import type { Plan } from "./plan/plan-source.ts";
import type { Breaking } from "./read-breaking.ts";

const mostNamed = 10;

/** Of what is not known yet whether it breaks callers. */
function unknownWarnings(slugs: readonly string[]): string[] {
  if (slugs.length === 0) return [];
  const more = slugs.length > mostNamed ? ` and ${slugs.length - mostNamed} more` : "";
  const named = slugs.slice(0, mostNamed).join(", ");
  return [`Whether this breaks callers of Function ${named}${more} is known once their sources have been checked.`];
}

/** A plan as shown to this caller. */
export const describePush = (
  plan: Plan,
  { unknown, ...lost }: Breaking,
  actor: Pick<Actor, "roles">,
): ProjectSourcePlan => ({
  changes: plan.steps.map((step) => ({
    kind: step.kind,
    name: step.name,
    within: step.within,
    change: step.change,
    fields: step.fields,
    allowed: isAllowed(step, actor),
  })),
  kept: plan.kept,
  missing: plan.missing,
  warnings: [...plan.warnings, ...unknownWarnings(unknown)],
  ...lost,
  digest: plan.digest,
  base: plan.base,
});
