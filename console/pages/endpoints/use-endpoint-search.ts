import { useNavigate, useSearch } from "@tanstack/react-router";
import type { EndpointSearch } from "./search.ts";

type Change = { [K in keyof EndpointSearch]?: EndpointSearch[K] | undefined };

/** The state of an endpoint's page in its URL, and a function that changes it. `undefined` removes a member. */
export function useEndpointSearch(): [EndpointSearch, (change: Change, options?: { replace?: boolean }) => void] {
  const search = useSearch({ from: "/endpoints/$endpointId" });
  const navigate = useNavigate({ from: "/endpoints/$endpointId" });
  const change = (changed: Change, { replace = false } = {}) =>
    void navigate({
      search: (now) =>
        Object.fromEntries(Object.entries({ ...now, ...changed }).filter(([, value]) => value !== undefined)),
      replace,
      resetScroll: false,
    });
  return [search, change];
}
