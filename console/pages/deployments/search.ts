import { deploymentStatuses, environments, type DeploymentStatus, type Environment } from "@ferrule/contract/states.ts";
import { said, searchOneOf, searchText } from "../../shell/page/search-params.ts";

const steps = ["deploy", "release", "rollback"] as const;
/** The dialogs that can be open. */
export type Asked = (typeof steps)[number];

export interface DeploymentsSearch {
  target?: Environment | undefined;
  status?: DeploymentStatus | undefined;
  /** The dialog that is open. */
  ask?: Asked | undefined;
  /** The deployment that the dialog is about. */
  of?: string | undefined;
}

export interface DeploymentSearch {
  /** The stages and the log when not set. */
  tab?: "changes" | undefined;
  ask?: Exclude<Asked, "deploy"> | "cancel" | undefined;
}

/** The state of the list, from its URL. */
export const deploymentsSearch = (search: Record<string, unknown>): DeploymentsSearch =>
  said<DeploymentsSearch>({
    target: searchOneOf(environments, search["target"]),
    status: searchOneOf(deploymentStatuses, search["status"]),
    ask: searchOneOf(steps, search["ask"]),
    of: searchText(search["of"]),
  });

/** The state of one deployment's page, from its URL. */
export const deploymentSearch = (search: Record<string, unknown>): DeploymentSearch =>
  said<DeploymentSearch>({
    tab: search["tab"] === "changes" ? "changes" : undefined,
    ask: searchOneOf(["release", "rollback", "cancel"] as const, search["ask"]),
  });
