import { mcpCallKinds, statusFilters, type Environment, type StatusFilter } from "@ferrule/contract/states.ts";
import type { Client } from "@ferrule/contract/client.ts";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { countOf } from "../options/count-of.ts";
import { environmentOption } from "../options/environment-option.ts";
import { everyItem } from "../server/every-item.ts";
import { functionNamed } from "../server/function-named.ts";

const milliseconds = countOf(999_999_999);

/** The calls that the user wants to see. */
export interface ExecutionFilters {
  function?: string;
  endpoint?: string;
  run?: string;
  env?: Environment;
  status?: StatusFilter;
  kind?: (typeof mcpCallKinds)[number];
  uri?: string;
  deployment?: string;
  httpStatus?: string;
  error?: string;
  minDuration?: number;
  maxDuration?: number;
}

/** Adds the options of the filters to a command. */
export const addFilters = (command: Command): Command =>
  command
    .option("--function <slug>", "only calls of this Function")
    .option("--endpoint <slug>", "only calls through this endpoint")
    .option("--run <id>", "only the attempts of this run")
    .addOption(environmentOption("only calls in this environment"))
    .addOption(new Option("--status <status>", "only calls that ended so").choices(statusFilters))
    .addOption(new Option("--kind <kind>", "only what MCP clients asked for so").choices(mcpCallKinds))
    .option("--uri <uri>", "only reads of this URI by MCP clients")
    .option("--deployment <id>", "only calls that ran this deployment")
    .option("--http-status <status>", "only calls of routes with this status, or class of them: 404, 5xx")
    .option("--error <text>", "only errors whose code or message contains this, in any case")
    .option("--min-duration <ms>", "only calls that took at least so long", milliseconds)
    .option("--max-duration <ms>", "only calls that took at most so long", milliseconds);

async function endpointNamed(client: Client, slug: string): Promise<string> {
  const all = await everyItem((cursor) => client.listRuntimeEndpoints({ query: { limit: 200, cursor } }));
  const found = all.find((each) => each.slug === slug);
  if (found !== undefined) return found.id;
  throw new CommandError("NOT_FOUND", `The Project has no endpoint ${slug}.`, {
    hint: all.length === 0 ? "It has no endpoints yet." : `It has ${all.map((each) => each.slug).join(", ")}.`,
  });
}

/** The filters as the API takes them: with ids in place of slugs. */
export async function queryOf(client: Client, filters: ExecutionFilters) {
  const { function: slug, endpoint, run, env, status, kind, uri } = filters;
  const { deployment, httpStatus, error, minDuration, maxDuration } = filters;
  return {
    ...(slug === undefined ? {} : { functionId: (await functionNamed(client, slug)).id }),
    ...(endpoint === undefined ? {} : { endpointId: await endpointNamed(client, endpoint) }),
    ...(run === undefined ? {} : { runId: run }),
    ...(env === undefined ? {} : { environment: env }),
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { mcpKind: kind }),
    ...(uri === undefined ? {} : { uri }),
    ...(deployment === undefined ? {} : { deploymentId: deployment }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(error === undefined ? {} : { error }),
    ...(minDuration === undefined ? {} : { minDurationMs: String(minDuration) }),
    ...(maxDuration === undefined ? {} : { maxDurationMs: String(maxDuration) }),
  };
}
