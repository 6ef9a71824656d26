import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/root-route.ts";

interface DocsSearch {
  /** What the operations are narrowed to. */
  q?: string;
}

const docsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/docs",
  staticData: { withoutProject: true },
  validateSearch: ({ q }: Record<string, unknown>): DocsSearch => (typeof q === "string" && q !== "" ? { q } : {}),
  component: lazyRouteComponent(() => import("./docs-page.tsx"), "DocsPage"),
});

export const docsRoutes = [docsRoute] as const;
