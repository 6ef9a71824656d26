import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { dataSearch } from "./search.ts";

const dataRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/data",
  validateSearch: dataSearch,
  component: lazyRouteComponent(() => import("./data-page.tsx"), "DataPage"),
});

export const dataRoutes = [dataRoute] as const;
