import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { deploymentSearch, deploymentsSearch } from "./search.ts";

const deploymentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/deployments",
  validateSearch: deploymentsSearch,
  component: lazyRouteComponent(() => import("./deployments-page.tsx"), "DeploymentsPage"),
});

const deploymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/deployments/$deploymentId",
  validateSearch: deploymentSearch,
  component: lazyRouteComponent(() => import("./deployment-page.tsx"), "DeploymentPage"),
});

export const deploymentsRoutes = [deploymentsRoute, deploymentRoute] as const;
