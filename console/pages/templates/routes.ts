import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { templatesSearch } from "./search.ts";

const templatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/templates",
  validateSearch: templatesSearch,
  component: lazyRouteComponent(() => import("./templates-page.tsx"), "TemplatesPage"),
});

export const templatesRoutes = [templatesRoute] as const;
