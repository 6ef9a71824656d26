import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { projectsSearch } from "./search.ts";

const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects",
  staticData: { withoutProject: true },
  validateSearch: projectsSearch,
  component: lazyRouteComponent(() => import("./projects-page.tsx"), "ProjectsPage"),
});

export const projectsRoutes = [projectsRoute] as const;
