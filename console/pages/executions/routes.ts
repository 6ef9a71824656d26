import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { executionSearch, executionsSearch } from "./search.ts";

const executionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/executions",
  validateSearch: executionsSearch,
  component: lazyPage(() => import("./executions-page.tsx"), "ExecutionsPage"),
});

const executionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/executions/$executionId",
  validateSearch: executionSearch,
  component: lazyPage(() => import("./execution-page.tsx"), "ExecutionPage"),
});

export const executionsRoutes = [executionsRoute, executionRoute] as const;
