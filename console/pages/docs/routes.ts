import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";

interface DocsSearch {
  /** The search that filters the operations. */
  q?: string;
  /** The search text for the documentation. */
  find?: string;
}

const given = ({ q, find }: Record<string, unknown>): DocsSearch => ({
  ...(typeof q === "string" && q !== "" ? { q } : {}),
  ...(typeof find === "string" && find !== "" ? { find } : {}),
});

const docsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/docs",
  staticData: { withoutProject: true },
  validateSearch: given,
  component: lazyPage(() => import("./docs-page.tsx"), "DocsPage"),
});

const docRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/docs/$page",
  staticData: { withoutProject: true },
  validateSearch: ({ find }: Record<string, unknown>) => given({ find }),
  component: lazyPage(() => import("./doc-page.tsx"), "DocPage"),
});

export const docsRoutes = [docsRoute, docRoute] as const;
