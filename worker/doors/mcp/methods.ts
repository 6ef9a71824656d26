import { completion } from "./completion/completion.ts";
import { lifecycleOf } from "./lifecycle/lifecycle.ts";
import { prompts } from "./prompts/prompts.ts";
import { resources } from "./resources/resources.ts";
import { skills } from "./skills/skills.ts";
import { subscriptionsOf } from "./subscriptions/subscriptions-of.ts";
import { tasks } from "./tasks/tasks.ts";
import { tools } from "./tools/tools.ts";
import type { Feature, Methods } from "./transport/method.ts";

/** What endpoints offer callers. */
export const offered: readonly Feature[] = [tools, resources, prompts, completion, skills];

const features = [...offered, tasks, subscriptionsOf(offered)];

/** Every method that endpoints may have, by its name. */
export const methods: Methods = new Map(
  [lifecycleOf(features), ...features].flatMap((feature) => Object.entries(feature.methods)),
);
