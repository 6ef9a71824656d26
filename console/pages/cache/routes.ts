import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { cacheSearch } from "./search.ts";

const cacheRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/cache",
  validateSearch: cacheSearch,
  component: lazyPage(() => import("./cache-page.tsx"), "CachePage"),
});

export const cacheRoutes = [cacheRoute] as const;
