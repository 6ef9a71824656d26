import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { functionSearch, functionsSearch } from "./search.ts";

const functionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/functions",
  validateSearch: functionsSearch,
  component: lazyRouteComponent(() => import("./functions-page.tsx"), "FunctionsPage"),
});

const functionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/functions/$functionId",
  validateSearch: functionSearch,
  component: lazyRouteComponent(() => import("./function-page.tsx"), "FunctionPage"),
});

export const functionsRoutes = [functionsRoute, functionRoute] as const;
