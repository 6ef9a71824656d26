import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { librariesSearch, librarySearch } from "./search.ts";

const librariesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/libraries",
  staticData: { ofSource: true },
  validateSearch: librariesSearch,
  component: lazyPage(() => import("./libraries-page.tsx"), "LibrariesPage"),
});

const libraryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/libraries/$libraryId",
  staticData: { ofSource: true },
  validateSearch: librarySearch,
  component: lazyPage(() => import("./library-page.tsx"), "LibraryPage"),
});

export const librariesRoutes = [librariesRoute, libraryRoute] as const;
