import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { deploymentSearch, deploymentsSearch } from "./search.ts";

const deploymentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/deployments",
  validateSearch: deploymentsSearch,
  component: lazyPage(() => import("./deployments-page.tsx"), "DeploymentsPage"),
});

const deploymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/deployments/$deploymentId",
  validateSearch: deploymentSearch,
  component: lazyPage(() => import("./deployment-page.tsx"), "DeploymentPage"),
});

export const deploymentsRoutes = [deploymentsRoute, deploymentRoute] as const;
