import { lifecycleOf } from "./lifecycle/lifecycle.ts";
import { tools } from "./tools/tools.ts";
import type { Feature, Methods } from "./transport/method.ts";

const features: readonly Feature[] = [tools];

/** Every method that endpoints may have, by its name. */
export const methods: Methods = new Map(
  [lifecycleOf(features), ...features].flatMap((feature) => Object.entries(feature.methods)),
);
