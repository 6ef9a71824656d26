import { deploymentStatuses, environments, type DeploymentStatus, type Environment } from "@ferrule/contract/states.ts";

const steps = ["deploy", "release", "rollback"] as const;
/** The dialogs that can be open. */
export type Asked = (typeof steps)[number];

export interface DeploymentsSearch {
  target?: Environment;
  status?: DeploymentStatus;
  /** The dialog that is open. */
  ask?: Asked;
  /** The deployment that the dialog is about. */
  of?: string;
}

export interface DeploymentSearch {
  /** The stages and the log when not set. */
  tab?: "changes";
  ask?: Exclude<Asked, "deploy"> | "cancel";
}

const oneOf = <V extends string>(choices: readonly V[], value: unknown): V | undefined =>
  choices.find((choice) => choice === value);

/** Drops unset values, so that the URL carries only what differs from the default. */
const said = <T extends object>(search: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;

/** The state of the list, from its URL. */
export const deploymentsSearch = (search: Record<string, unknown>): DeploymentsSearch =>
  said<DeploymentsSearch>({
    target: oneOf(environments, search["target"]),
    status: oneOf(deploymentStatuses, search["status"]),
    ask: oneOf(steps, search["ask"]),
    of: typeof search["of"] === "string" ? search["of"] : undefined,
  });

/** The state of one deployment's page, from its URL. */
export const deploymentSearch = (search: Record<string, unknown>): DeploymentSearch =>
  said<DeploymentSearch>({
    tab: search["tab"] === "changes" ? "changes" : undefined,
    ask: oneOf(["release", "rollback", "cancel"] as const, search["ask"]),
  });
