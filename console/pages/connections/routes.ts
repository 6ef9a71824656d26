import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { connectionsSearch } from "./search.ts";

const connectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/connections",
  validateSearch: connectionsSearch,
  component: lazyPage(() => import("./connections-page.tsx"), "ConnectionsPage"),
});

export const connectionsRoutes = [connectionsRoute] as const;
