import type { manifestPlan } from "@ferrule/contract/resources/manifest.ts";
import type { z } from "zod";
import type { Actor } from "../../ground/handler/handler.ts";
import type { Plan } from "./plan-manifest.ts";
import type { Step } from "./step.ts";

/** Every role with which the caller acts must allow it. */
export const isAllowed = ({ roles }: Step, actor: Pick<Actor, "roles">): boolean =>
  actor.roles.every((role) => roles.includes(role));

/** A plan as shown to this caller. */
export const describePlan = (plan: Plan, actor: Pick<Actor, "roles">): z.infer<typeof manifestPlan> => ({
  changes: plan.steps.map((step) => ({
    kind: step.kind,
    name: step.name,
    change: step.change,
    fields: step.fields,
    allowed: isAllowed(step, actor),
  })),
  missing: plan.missing,
  warnings: plan.warnings,
  digest: plan.digest,
});
