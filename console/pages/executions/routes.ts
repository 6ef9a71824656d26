import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { executionSearch, executionsSearch } from "./search.ts";

const executionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/executions",
  validateSearch: executionsSearch,
  component: lazyRouteComponent(() => import("./executions-page.tsx"), "ExecutionsPage"),
});

const executionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/executions/$executionId",
  validateSearch: executionSearch,
  component: lazyRouteComponent(() => import("./execution-page.tsx"), "ExecutionPage"),
});

export const executionsRoutes = [executionsRoute, executionRoute] as const;
