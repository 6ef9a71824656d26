import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { projectsSearch } from "./search.ts";

const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects",
  staticData: { withoutProject: true },
  validateSearch: projectsSearch,
  component: lazyPage(() => import("./projects-page.tsx"), "ProjectsPage"),
});

export const projectsRoutes = [projectsRoute] as const;
