import type { Environment } from "@ferrule/contract/states.ts";
import type { ExecutionFilters } from "./feed/create-feed.ts";
import { rangeMs, type ExecutionsSearch } from "./search.ts";

const names = ["status", "source", "functionId", "endpointId", "tenantId", "requestId"] as const;

/** What the API is asked for, of what the URL says. @param now milliseconds since 1970, which a range counts back from */
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

/** What tells one list from another: everything but the range's own beginning, which moves. */
export const keyOfSearch = ({ tab: _tab, paused: _paused, ...filters }: ExecutionsSearch, environment: Environment) =>
  JSON.stringify({ environment, ...filters });
