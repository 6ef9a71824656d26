import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/start",
  component: lazyPage(() => import("./start-page.tsx"), "StartPage"),
});

export const startRoutes = [startRoute] as const;
