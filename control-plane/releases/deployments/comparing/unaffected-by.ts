import type { DeploymentKind } from "@ferrule/contract/states.ts";

/** Things that are live without a deployment. So a rollback never restores them. */
const live = [
  "Secret values stay as they are in each environment.",
  "Records and cached data stay as they are.",
  "Auth policies, API keys, and the status and limits of endpoints stay as they are.",
  "Cron bindings stay as they are, and run what their environment serves.",
];

/**
 * The things that a deployment of this kind does not change, one sentence each; a rollback would not restore them
 * either.
 */
export const unaffectedBy = (kind: DeploymentKind): string[] =>
  kind === "deploy" ? live : [...live, "Drafts stay as they are: the next deployment builds them."];
