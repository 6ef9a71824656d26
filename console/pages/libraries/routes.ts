import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { librariesSearch, librarySearch } from "./search.ts";

const librariesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/libraries",
  validateSearch: librariesSearch,
  component: lazyRouteComponent(() => import("./libraries-page.tsx"), "LibrariesPage"),
});

const libraryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/libraries/$libraryId",
  validateSearch: librarySearch,
  component: lazyRouteComponent(() => import("./library-page.tsx"), "LibraryPage"),
});

export const librariesRoutes = [librariesRoute, libraryRoute] as const;
