import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { cronsSearch } from "./search.ts";

const cronsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/crons",
  staticData: { ofSource: true },
  validateSearch: cronsSearch,
  component: lazyPage(() => import("./crons-page.tsx"), "CronsPage"),
});

export const cronsRoutes = [cronsRoute] as const;
