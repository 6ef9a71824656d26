import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/start",
  component: lazyRouteComponent(() => import("./start-page.tsx"), "StartPage"),
});

export const startRoutes = [startRoute] as const;
