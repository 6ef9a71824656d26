import { deploymentStatuses, environments } from "@ferrule/contract/states.ts";
import { flag, oneOf, searchOf, text, time } from "../../shell/page/search-params.ts";

const steps = ["deploy", "release", "rollback"] as const;
/** The dialogs that can be open. */
export type Asked = (typeof steps)[number];

/** The state of the list, from its URL. */
export const deploymentsSearch = searchOf({
  target: oneOf(environments),
  status: oneOf(deploymentStatuses),
  /** Requested at or after, and before these times. */
  from: time,
  to: time,
  /** The chart shows the days before, too. */
  compare: flag,
  /** The dialog that is open. */
  ask: oneOf(steps),
  /** The deployment that the dialog is about. */
  of: text(),
});

/** The state of one deployment's page, from its URL. */
export const deploymentSearch = searchOf({
  /** The stages and the log when not set. */
  tab: oneOf(["changes"]),
  ask: oneOf(["release", "rollback", "cancel"]),
});

export type DeploymentsSearch = ReturnType<typeof deploymentsSearch>;
/** The dialog that is open on one deployment's page. */
export type DeploymentAsked = ReturnType<typeof deploymentSearch>["ask"];
