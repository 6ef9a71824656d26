import { accountHandlers } from "./account/handlers.ts";
import { apiKeyHandlers } from "./api-keys/handlers.ts";
import { auditHandlers } from "./audit/handlers.ts";
import { authPolicyHandlers } from "./auth-policies/handlers.ts";
import { bindingHandlers } from "./bindings/handlers.ts";
import { cacheHandlers } from "./cache/handlers.ts";
import { connectionHandlers } from "./connections/handlers.ts";
import { cronHandlers } from "./crons/handlers.ts";
import { collectionHandlers } from "./collections/handlers.ts";
import { dashboardHandlers } from "./dashboard/handlers.ts";
import { deliveryHandlers } from "./deliveries/handlers.ts";
import { deploymentHandlers } from "./deployments/handlers.ts";
import { discoveryHandlers } from "./discovery/handlers.ts";
import { environmentHandlers } from "./environments/handlers.ts";
import { erasureHandlers } from "./erasures/handlers.ts";
import { executionHandlers } from "./executions/handlers.ts";
import { exportHandlers } from "./exports/handlers.ts";
import { functionHandlers } from "./functions/handlers.ts";
import { grantHandlers } from "./grants/handlers.ts";
import type { Handlers } from "./http/handler/handler.ts";
import { identityHandlers } from "./identity/handlers.ts";
import { libraryHandlers } from "./libraries/handlers.ts";
import { limitHandlers } from "./limits/handlers.ts";
import { manifestHandlers } from "./manifests/handlers.ts";
import { oauthHandlers } from "./oauth/handlers.ts";
import { openapiHandlers } from "./openapi/handlers.ts";
import { projectHandlers } from "./projects/handlers.ts";
import { recordHandlers } from "./records/handlers.ts";
import { runtimeEndpointHandlers } from "./runtime-endpoints/handlers.ts";
import { scimHandlers } from "./scim/handlers.ts";
import { searchHandlers } from "./search/handlers.ts";
import { secretHandlers } from "./secrets/handlers.ts";
import { sessionHandlers } from "./session/handlers.ts";
import { statusHandlers } from "./status/handlers.ts";
import { testCaseHandlers } from "./test-cases/handlers.ts";
import { templateHandlers } from "./templates/handlers.ts";
import { usageHandlers } from "./usage/handlers.ts";
import { userHandlers } from "./users/handlers.ts";

/** The handler of each operation of the table; a missing one is a compile error. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...apiKeyHandlers,
  ...auditHandlers,
  ...authPolicyHandlers,
  ...bindingHandlers,
  ...cacheHandlers,
  ...connectionHandlers,
  ...cronHandlers,
  ...collectionHandlers,
  ...dashboardHandlers,
  ...deliveryHandlers,
  ...deploymentHandlers,
  ...discoveryHandlers,
  ...environmentHandlers,
  ...erasureHandlers,
  ...executionHandlers,
  ...exportHandlers,
  ...functionHandlers,
  ...grantHandlers,
  ...identityHandlers,
  ...libraryHandlers,
  ...limitHandlers,
  ...manifestHandlers,
  ...oauthHandlers,
  ...openapiHandlers,
  ...projectHandlers,
  ...recordHandlers,
  ...runtimeEndpointHandlers,
  ...scimHandlers,
  ...searchHandlers,
  ...secretHandlers,
  ...sessionHandlers,
  ...statusHandlers,
  ...testCaseHandlers,
  ...templateHandlers,
  ...usageHandlers,
  ...userHandlers,
};
