import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { dataSearch } from "./search.ts";

const dataRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/data",
  staticData: { ofSource: true },
  validateSearch: dataSearch,
  component: lazyPage(() => import("./data-page.tsx"), "DataPage"),
});

export const dataRoutes = [dataRoute] as const;
