import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { secretsSearch } from "./search.ts";

const secretsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/secrets",
  validateSearch: secretsSearch,
  component: lazyPage(() => import("./secrets-page.tsx"), "SecretsPage"),
});

export const secretsRoutes = [secretsRoute] as const;
