import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";
import { secretsSearch } from "./search.ts";

const secretsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/secrets",
  validateSearch: secretsSearch,
  component: lazyRouteComponent(() => import("./secrets-page.tsx"), "SecretsPage"),
});

export const secretsRoutes = [secretsRoute] as const;
