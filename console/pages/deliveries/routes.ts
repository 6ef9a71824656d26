import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { deliveriesSearch } from "./search.ts";

const deliveriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/deliveries",
  validateSearch: deliveriesSearch,
  component: lazyPage(() => import("./deliveries-page.tsx"), "DeliveriesPage"),
});

export const deliveriesRoutes = [deliveriesRoute] as const;
