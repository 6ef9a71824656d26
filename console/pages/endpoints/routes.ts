import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { endpointSearch, endpointsSearch } from "./search.ts";

const endpointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/endpoints",
  validateSearch: endpointsSearch,
  component: lazyRouteComponent(() => import("./endpoints-page.tsx"), "EndpointsPage"),
});

const endpointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/endpoints/$endpointId",
  validateSearch: endpointSearch,
  component: lazyRouteComponent(() => import("./endpoint-page.tsx"), "EndpointPage"),
});

export const endpointsRoutes = [endpointsRoute, endpointRoute] as const;
