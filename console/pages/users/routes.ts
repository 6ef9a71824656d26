import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { usersSearch } from "./search.ts";

const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/users",
  staticData: { withoutProject: true },
  validateSearch: usersSearch,
  component: lazyRouteComponent(() => import("./users-page.tsx"), "UsersPage"),
});

export const usersRoutes = [usersRoute] as const;
