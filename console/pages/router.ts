import { createRouter } from "@tanstack/react-router";
import { rootRoute } from "../shell/root-route.ts";
import { PageError } from "../shell/page-error.tsx";
import { PagePending } from "../shell/page-pending.tsx";
import { stayWithoutChunk } from "../shell/stay-without-chunk.ts";
import { auditRoutes } from "./audit/routes.ts";
import { cacheRoutes } from "./cache/routes.ts";
import { consentRoutes } from "./consent/routes.ts";
import { connectionsRoutes } from "./connections/routes.ts";
import { cronsRoutes } from "./crons/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { dataRoutes } from "./data/routes.ts";
import { deliveriesRoutes } from "./deliveries/routes.ts";
import { deploymentsRoutes } from "./deployments/routes.ts";
import { designRoutes } from "./design/routes.ts";
import { deviceRoutes } from "./device/routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import { endpointsRoutes } from "./endpoints/routes.ts";
import { executionsRoutes } from "./executions/routes.ts";
import { functionsRoutes } from "./functions/routes.ts";
import { librariesRoutes } from "./libraries/routes.ts";
import { projectsRoutes } from "./projects/routes.ts";
import { secretsRoutes } from "./secrets/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { startRoutes } from "./start/routes.ts";
import { templatesRoutes } from "./templates/routes.ts";
import { usageRoutes } from "./usage/routes.ts";
import { usersRoutes } from "./users/routes.ts";

// Their type stays, so that every build checks the links between these pages.
const shownDesignRoutes = import.meta.env.DESIGN_PAGE ? designRoutes : ([] as unknown as typeof designRoutes);

const routeTree = rootRoute.addChildren([
  ...auditRoutes,
  ...cacheRoutes,
  ...consentRoutes,
  ...connectionsRoutes,
  ...cronsRoutes,
  ...dashboardRoutes,
  ...dataRoutes,
  ...deliveriesRoutes,
  ...deploymentsRoutes,
  ...shownDesignRoutes,
  ...deviceRoutes,
  ...docsRoutes,
  ...endpointsRoutes,
  ...executionsRoutes,
  ...functionsRoutes,
  ...librariesRoutes,
  ...projectsRoutes,
  ...secretsRoutes,
  ...settingsRoutes,
  ...startRoutes,
  ...templatesRoutes,
  ...usageRoutes,
  ...usersRoutes,
] as const);

/** Every page of the console. Each folder's own `routes.ts` defines what it adds. */
export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultPendingComponent: PagePending,
  defaultPendingMs: 200,
  // It renders inside the shell, so a failing page leaves the navigation usable.
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

stayWithoutChunk(router);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
