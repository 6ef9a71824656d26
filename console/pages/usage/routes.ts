import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { usageSearch } from "./search.ts";

const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/usage",
  validateSearch: usageSearch,
  component: lazyPage(() => import("./usage-page.tsx"), "UsagePage"),
});

export const usageRoutes = [usageRoute] as const;
