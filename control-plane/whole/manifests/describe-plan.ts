import type { manifestPlan } from "@ferrule/contract/resources/manifest.ts";
import type { z } from "zod";
import type { Actor } from "../../ground/handler/handler.ts";
import type { Plan } from "./plan-manifest.ts";
import { isAllowed } from "../planning/step.ts";

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
