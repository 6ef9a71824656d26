import { createRouter } from "@tanstack/react-router";
import { PageError } from "../shell/page/page-error.tsx";
import { PagePending } from "../shell/page/page-pending.tsx";
import { accessSearch } from "./access/search.ts";
import { pageRoute } from "../shell/page-route.ts";
import { searchOf, text } from "../shell/page/search-params.ts";
import { stayWithoutChunk } from "../shell/page/stay-without-chunk.ts";
import { rootRoute } from "../shell/root-route.ts";
import { alertsSearch } from "./alerts/search.ts";
import { approvalSearch, approvalsSearch } from "./approvals/search.ts";
import { auditSearch } from "./audit/search.ts";
import { cacheSearch } from "./cache/search.ts";
import { connectionsSearch } from "./connections/search.ts";
import { cronsSearch } from "./crons/search.ts";
import { dataSearch } from "./data/search.ts";
import { deliveriesSearch } from "./deliveries/search.ts";
import { deploymentSearch, deploymentsSearch } from "./deployments/search.ts";
import { designSearch } from "./design/search.ts";
import { endpointSearch, endpointsSearch } from "./endpoints/search.ts";
import { errorSearch } from "./executions/error/search.ts";
import { executionSearch, executionsSearch } from "./executions/search.ts";
import { functionSearch, functionsSearch } from "./functions/search.ts";
import { librariesSearch, librarySearch } from "./libraries/search.ts";
import { previewsSearch } from "./previews/search.ts";
import { projectsSearch } from "./projects/search.ts";
import { runSearch, runsSearch } from "./runs/search.ts";
import { secretsSearch } from "./secrets/search.ts";
import { settingsSearch } from "./settings/search.ts";
import { templatesSearch } from "./templates/search.ts";
import { trafficReaders } from "./traffic/search.ts";
import { usageSearch } from "./usage/search.ts";
import { usersSearch } from "./users/search.ts";

const dashboardSearch = searchOf(trafficReaders);
/** The code that the terminal shows. */
const deviceSearch = searchOf({ code: text(40) });
const managementApiSearch = searchOf({ q: text() });
/** The request that `/oauth/authorize` checked and signed. */
const consentSearch = ({ request }: Record<string, unknown>) => ({
  request: typeof request === "string" ? request : "",
});

const confirmSearch = searchOf({});
/** The name of the secret that an agent asks for. The environment is the console's. */
const secretRequestSearch = searchOf({ name: text(64) });

const withoutProject = { withoutProject: true } as const;
const ofSource = { ofSource: true } as const;

const designRoute = () =>
  pageRoute("/design", designSearch, () => import("./design/design-page.tsx"), "DesignPage", withoutProject);
// Its type stays, so that links between the parts of that page are checked in every build.
const designRoutes = import.meta.env.DESIGN_PAGE
  ? [designRoute()]
  : ([] as unknown as [ReturnType<typeof designRoute>]);

const routeTree = rootRoute.addChildren([
  ...designRoutes,
  pageRoute("/access", accessSearch, () => import("./access/access-page.tsx"), "AccessPage"),
  pageRoute("/alerts", alertsSearch, () => import("./alerts/alerts-page.tsx"), "AlertsPage"),
  pageRoute("/approvals", approvalsSearch, () => import("./approvals/approvals-page.tsx"), "ApprovalsPage"),
  pageRoute(
    "/approvals/$approvalId",
    approvalSearch,
    () => import("./approvals/approval-page.tsx"),
    "ApprovalPage",
    withoutProject,
  ),
  pageRoute("/audit", auditSearch, () => import("./audit/audit-page.tsx"), "AuditPage", withoutProject),
  pageRoute("/cache", cacheSearch, () => import("./cache/cache-page.tsx"), "CachePage"),
  pageRoute(
    "/confirm/$confirmationId",
    confirmSearch,
    () => import("./confirm/confirm-page.tsx"),
    "ConfirmPage",
    withoutProject,
  ),
  pageRoute("/connections", connectionsSearch, () => import("./connections/connections-page.tsx"), "ConnectionsPage"),
  pageRoute("/consent", consentSearch, () => import("./consent/consent-page.tsx"), "ConsentPage", withoutProject),
  pageRoute(
    "/consent/agent",
    consentSearch,
    () => import("./consent/agent-consent-page.tsx"),
    "AgentConsentPage",
    withoutProject,
  ),
  pageRoute("/crons", cronsSearch, () => import("./crons/crons-page.tsx"), "CronsPage", ofSource),
  pageRoute("/", dashboardSearch, () => import("./dashboard/dashboard-page.tsx"), "DashboardPage"),
  pageRoute("/data", dataSearch, () => import("./data/data-page.tsx"), "DataPage", ofSource),
  pageRoute("/deliveries", deliveriesSearch, () => import("./deliveries/deliveries-page.tsx"), "DeliveriesPage"),
  pageRoute("/deployments", deploymentsSearch, () => import("./deployments/deployments-page.tsx"), "DeploymentsPage"),
  pageRoute(
    "/deployments/$deploymentId",
    deploymentSearch,
    () => import("./deployments/deployment-page.tsx"),
    "DeploymentPage",
  ),
  pageRoute("/device", deviceSearch, () => import("./device/device-page.tsx"), "DevicePage", withoutProject),
  pageRoute(
    "/management-api",
    managementApiSearch,
    () => import("./management-api/management-api-page.tsx"),
    "ManagementApiPage",
    withoutProject,
  ),
  pageRoute("/endpoints", endpointsSearch, () => import("./endpoints/endpoints-page.tsx"), "EndpointsPage", ofSource),
  pageRoute(
    "/endpoints/$endpointId",
    endpointSearch,
    () => import("./endpoints/endpoint-page.tsx"),
    "EndpointPage",
    ofSource,
  ),
  pageRoute("/executions", executionsSearch, () => import("./executions/executions-page.tsx"), "ExecutionsPage"),
  pageRoute(
    "/executions/$executionId",
    executionSearch,
    () => import("./executions/execution-page.tsx"),
    "ExecutionPage",
  ),
  pageRoute("/errors/$groupId", errorSearch, () => import("./executions/error/error-page.tsx"), "ErrorPage"),
  pageRoute("/previews", previewsSearch, () => import("./previews/previews-page.tsx"), "PreviewsPage"),
  pageRoute("/functions", functionsSearch, () => import("./functions/functions-page.tsx"), "FunctionsPage", ofSource),
  pageRoute(
    "/functions/$functionId",
    functionSearch,
    () => import("./functions/function-page.tsx"),
    "FunctionPage",
    ofSource,
  ),
  pageRoute("/libraries", librariesSearch, () => import("./libraries/libraries-page.tsx"), "LibrariesPage", ofSource),
  pageRoute(
    "/libraries/$libraryId",
    librarySearch,
    () => import("./libraries/library-page.tsx"),
    "LibraryPage",
    ofSource,
  ),
  pageRoute("/projects", projectsSearch, () => import("./projects/projects-page.tsx"), "ProjectsPage", withoutProject),
  pageRoute("/runs", runsSearch, () => import("./runs/runs-page.tsx"), "RunsPage"),
  pageRoute("/runs/$runId", runSearch, () => import("./runs/detail/run-page.tsx"), "RunPage"),
  pageRoute(
    "/secret-request/$projectId",
    secretRequestSearch,
    () => import("./secrets/secret-request-page.tsx"),
    "SecretRequestPage",
    withoutProject,
  ),
  pageRoute("/secrets", secretsSearch, () => import("./secrets/secrets-page.tsx"), "SecretsPage"),
  pageRoute("/settings", settingsSearch, () => import("./settings/settings-page.tsx"), "SettingsPage", withoutProject),
  pageRoute("/start", searchOf({}), () => import("./start/start-page.tsx"), "StartPage"),
  pageRoute("/templates", templatesSearch, () => import("./templates/templates-page.tsx"), "TemplatesPage", ofSource),
  pageRoute("/usage", usageSearch, () => import("./usage/usage-page.tsx"), "UsagePage"),
  pageRoute("/users", usersSearch, () => import("./users/users-page.tsx"), "UsersPage", withoutProject),
] as const);

/** Every page of the console. */
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
