import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { cronsSearch } from "./search.ts";

const cronsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/crons",
  validateSearch: cronsSearch,
  component: lazyRouteComponent(() => import("./crons-page.tsx"), "CronsPage"),
});

export const cronsRoutes = [cronsRoute] as const;
