import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { designSearch } from "./search.ts";

const designRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/design",
  validateSearch: designSearch,
  staticData: { withoutProject: true },
  component: lazyPage(() => import("./design-page.tsx"), "DesignPage"),
});

export const designRoutes = [designRoute] as const;
