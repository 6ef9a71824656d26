import type { Environment } from "@ferrule/contract/states.ts";
import type { ExecutionFilters } from "./feed/execution-row.ts";
import { rangeMs, type ExecutionsSearch } from "./search.ts";

const names = ["status", "source", "functionId", "endpointId", "tenantId", "preview", "requestId", "caller"] as const;

/** Converts the URL's state to the API's query. @param now milliseconds since 1970, which a range counts back from */
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

/** What identifies a list: everything except the start of a range, which moves. */
export const keyOfSearch = ({ tab: _tab, paused: _paused, ...filters }: ExecutionsSearch, environment: Environment) =>
  JSON.stringify({ environment, ...filters });
