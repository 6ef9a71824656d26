import { useNavigate, useSearch } from "@tanstack/react-router";
import type { EndpointSearch } from "./search.ts";

/** The state of an endpoint's page in its URL, and a function that changes it. `undefined` removes a member. */
export function useEndpointSearch(): [
  EndpointSearch,
  (change: EndpointSearch, options?: { replace?: boolean }) => void,
] {
  const search = useSearch({ from: "/endpoints/$endpointId" });
  const navigate = useNavigate({ from: "/endpoints/$endpointId" });
  const change = (changed: EndpointSearch, { replace = false } = {}) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), replace, resetScroll: false });
  return [search, change];
}
