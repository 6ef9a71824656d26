import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { cacheSearch } from "./search.ts";

const cacheRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/cache",
  validateSearch: cacheSearch,
  component: lazyRouteComponent(() => import("./cache-page.tsx"), "CachePage"),
});

export const cacheRoutes = [cacheRoute] as const;
