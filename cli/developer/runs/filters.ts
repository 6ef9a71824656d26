import { isOpenRun, runModes, type Environment, type RunMode, type RunStatus } from "@ferrule/contract/states.ts";
import type { Client } from "@ferrule/contract/client.ts";
import { type Command, InvalidArgumentError, Option } from "commander";
import { findDeployment } from "../deployments/find-deployment.ts";
import { environmentOption } from "../options/environment-option.ts";
import { functionNamed } from "../server/function-named.ts";

/** The runs that the user means. */
export interface RunFilters {
  mode?: RunMode;
  function?: string;
  env?: Environment;
  tenant?: string;
  error?: string;
  deployment?: string;
  since?: string;
  until?: string;
}

/** Reads a time such as `2026-05-01T10:00:00Z`, or how long ago it was: `30m`, `2h`, `3d`. */
function timeOf(given: string): string {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(given) ?? [];
  const ms = { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit ?? ""];
  const time = ms === undefined ? Date.parse(given) : Date.now() - Number(count) * ms;
  if (Number.isFinite(time)) return new Date(time).toISOString();
  throw new InvalidArgumentError("It must be a time such as 2026-05-01T10:00:00Z, or 30m, 2h or 3d ago.");
}

/** Adds the options of the filters to a command. */
export const addRunFilters = (command: Command, environmentIs = "only runs in this environment"): Command =>
  command
    .addOption(new Option("--mode <mode>", "only runs of this kind").choices(runModes))
    .option("--function <slug>", "only runs of this Function")
    .addOption(environmentOption(environmentIs))
    .option("--tenant <id>", "only runs for this tenant")
    .option("--error <code>", "only runs that failed with this code")
    .option("--deployment <deployment>", "only runs of this deployment: its number or id")
    .option("--since <time>", "only runs that were created since then: a time, or 30m, 2h, 3d", timeOf)
    .option("--until <time>", "only runs that were created before then", timeOf);

/** The filters as the API takes them, except for the mode: with the Function's id in place of its slug. */
export async function runQueryOf(client: Client, filters: RunFilters) {
  const { function: slug, env, tenant, error, deployment, since, until } = filters;
  return {
    ...(slug === undefined ? {} : { functionId: (await functionNamed(client, slug)).id }),
    ...(env === undefined ? {} : { environment: env }),
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(error === undefined ? {} : { errorCode: error }),
    ...(deployment === undefined
      ? {}
      : { deploymentId: (await findDeployment(client, deployment)).projectDeploymentId }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

/** Whether a run in this state has ended. */
export const hasEnded = (status: RunStatus): boolean => !isOpenRun(status);
