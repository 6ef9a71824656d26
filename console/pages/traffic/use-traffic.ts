import { keepPreviousData } from "@tanstack/react-query";
import { useOperation } from "../../api/use-operation.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { windowOf, type TrafficSearch } from "./search.ts";

/** Whose calls: those of a Function, an endpoint or a binding; without one, those of the Project. */
export interface TrafficFilter {
  functionId?: string;
  endpointId?: string;
  bindingId?: string;
}

export const readAgainMs = 10_000;

/** Calls over time in the chosen environment, read again every ten seconds. */
export const useTraffic = (filter: TrafficFilter, search: TrafficSearch, options: { enabled?: boolean } = {}) =>
  useOperation(
    "getTraffic",
    {
      query: {
        ...filter,
        environment: useEnvironment(),
        window: windowOf(search),
        ...(search.compare === true ? { compare: "before" as const } : {}),
      },
    },
    { ...options, refetchInterval: readAgainMs, placeholderData: keepPreviousData },
  );
