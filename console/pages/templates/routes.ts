import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { templatesSearch } from "./search.ts";

const templatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/templates",
  staticData: { ofSource: true },
  validateSearch: templatesSearch,
  component: lazyPage(() => import("./templates-page.tsx"), "TemplatesPage"),
});

export const templatesRoutes = [templatesRoute] as const;
