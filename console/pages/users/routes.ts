import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { usersSearch } from "./search.ts";

const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/users",
  staticData: { withoutProject: true },
  validateSearch: usersSearch,
  component: lazyPage(() => import("./users-page.tsx"), "UsersPage"),
});

export const usersRoutes = [usersRoute] as const;
