import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";

interface DashboardSearch {
  /** The length of the range; one day when not set. */
  window?: "1h" | "7d";
}

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch: ({ window }: Record<string, unknown>): DashboardSearch =>
    window === "1h" || window === "7d" ? { window } : {},
  component: lazyPage(() => import("./dashboard-page.tsx"), "DashboardPage"),
});

export const dashboardRoutes = [dashboardRoute] as const;
