import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { designSearch } from "./search.ts";

const designRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/design",
  validateSearch: designSearch,
  staticData: { withoutProject: true },
  component: lazyRouteComponent(() => import("./design-page.tsx"), "DesignPage"),
});

export const designRoutes = [designRoute] as const;
