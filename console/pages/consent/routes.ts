import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";

interface ConsentSearch {
  /** The request that `/oauth/authorize` checked and signed. */
  request: string;
}

const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/consent",
  validateSearch: (search: Record<string, unknown>): ConsentSearch => ({
    request: typeof search["request"] === "string" ? search["request"] : "",
  }),
  staticData: { withoutProject: true },
  component: lazyPage(() => import("./consent-page.tsx"), "ConsentPage"),
});

export const consentRoutes = [consentRoute] as const;
