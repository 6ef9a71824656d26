import type { Environment } from "@ferrule/contract/states.ts";
import type { ExecutionFilters } from "./feed/execution-row.ts";
import { rangeMs, type ExecutionsSearch } from "./search.ts";

const names = [
  "status",
  "source",
  "mcpKind",
  "uri",
  "functionId",
  "endpointId",
  "tenantId",
  "preview",
  "runId",
  "requestId",
  "caller",
  "bindingId",
  "deploymentId",
  "httpStatus",
  "error",
  "errorId",
  "withoutTests",
  "minDurationMs",
  "maxDurationMs",
] as const;

/** Converts the URL's state to the API's query. @param now milliseconds since 1970, the end of a relative range */
export function filtersOf(search: ExecutionsSearch, environment: Environment, now: number): ExecutionFilters {
  const { range, from, to } = search;
  const begin = range === undefined ? from : new Date(now - rangeMs[range]).toISOString();
  return {
    environment,
    ...Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]]))),
    ...(begin === undefined ? {} : { from: begin }),
    ...(to === undefined ? {} : { to }),
  };
}

/** The identity of a list: everything except the start of a relative range, which moves. */
export const keyOfSearch = ({ tab: _tab, paused: _paused, ...filters }: ExecutionsSearch, environment: Environment) =>
  JSON.stringify({ environment, ...filters });
