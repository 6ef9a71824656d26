import { lifecycleOf } from "./lifecycle/lifecycle.ts";
import { subscriptionsOf } from "./subscriptions/subscriptions-of.ts";
import { tools } from "./tools/tools.ts";
import type { Feature, Methods } from "./transport/method.ts";

/** What endpoints offer callers. */
export const offered: readonly Feature[] = [tools];

const features = [...offered, subscriptionsOf(offered)];

/** Every method that endpoints may have, by its name. */
export const methods: Methods = new Map(
  [lifecycleOf(features), ...features].flatMap((feature) => Object.entries(feature.methods)),
);
