import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { functionSearch, functionsSearch } from "./search.ts";

const functionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/functions",
  staticData: { ofSource: true },
  validateSearch: functionsSearch,
  component: lazyPage(() => import("./functions-page.tsx"), "FunctionsPage"),
});

const functionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/functions/$functionId",
  staticData: { ofSource: true },
  validateSearch: functionSearch,
  component: lazyPage(() => import("./function-page.tsx"), "FunctionPage"),
});

export const functionsRoutes = [functionsRoute, functionRoute] as const;
