import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../shell/page/lazy-page.tsx";
import { rootRoute } from "../../shell/root-route.ts";
import { auditSearch } from "./search.ts";

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/audit",
  staticData: { withoutProject: true },
  validateSearch: auditSearch,
  component: lazyPage(() => import("./audit-page.tsx"), "AuditPage"),
});

export const auditRoutes = [auditRoute] as const;
