import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { endpointSearch, endpointsSearch } from "./search.ts";

const endpointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/endpoints",
  staticData: { ofSource: true },
  validateSearch: endpointsSearch,
  component: lazyPage(() => import("./endpoints-page.tsx"), "EndpointsPage"),
});

const endpointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/endpoints/$endpointId",
  staticData: { ofSource: true },
  validateSearch: endpointSearch,
  component: lazyPage(() => import("./endpoint-page.tsx"), "EndpointPage"),
});

export const endpointsRoutes = [endpointsRoute, endpointRoute] as const;
