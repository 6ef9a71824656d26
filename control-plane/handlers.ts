import { accountHandlers } from "./people/account/handlers.ts";
import { apiKeyHandlers } from "./serving/api-keys/handlers.ts";
import { auditHandlers } from "./ground/audit/handlers.ts";
import { authPolicyHandlers } from "./serving/auth-policies/handlers.ts";
import { bindingHandlers } from "./serving/bindings/handlers.ts";
import { cacheHandlers } from "./data/cache/handlers.ts";
import { connectionHandlers } from "./data/connections/handlers.ts";
import { cronHandlers } from "./serving/crons/handlers.ts";
import { collectionHandlers } from "./data/collections/handlers.ts";
import { dashboardHandlers } from "./whole/dashboard/handlers.ts";
import { deliveryHandlers } from "./serving/deliveries/handlers.ts";
import { deploymentHandlers } from "./releases/deployments/handlers.ts";
import { discoveryHandlers } from "./serving/discovery/handlers.ts";
import { environmentHandlers } from "./serving/environments/handlers.ts";
import { erasureHandlers } from "./whole/erasures/handlers.ts";
import { executionHandlers } from "./observed/executions/handlers.ts";
import { exportHandlers } from "./observed/exports/handlers.ts";
import { functionHandlers } from "./authoring/functions/handlers.ts";
import { grantHandlers } from "./serving/grants/handlers.ts";
import type { Handlers } from "./ground/handler/handler.ts";
import { identityHandlers } from "./people/identity/handlers.ts";
import { libraryHandlers } from "./authoring/libraries/handlers.ts";
import { limitHandlers } from "./serving/limits/handlers.ts";
import { manifestHandlers } from "./whole/manifests/handlers.ts";
import { oauthHandlers } from "./serving/oauth/handlers.ts";
import { openapiHandlers } from "./serving/openapi/handlers.ts";
import { projectHandlers } from "./people/projects/handlers.ts";
import { recordHandlers } from "./data/records/handlers.ts";
import { runtimeEndpointHandlers } from "./serving/runtime-endpoints/handlers.ts";
import { scimHandlers } from "./people/scim/handlers.ts";
import { searchHandlers } from "./whole/search/handlers.ts";
import { secretHandlers } from "./data/secrets/handlers.ts";
import { sessionHandlers } from "./people/session/handlers.ts";
import { statusHandlers } from "./observed/status/handlers.ts";
import { testCaseHandlers } from "./authoring/test-cases/handlers.ts";
import { templateHandlers } from "./whole/templates/handlers.ts";
import { usageHandlers } from "./observed/usage/handlers.ts";
import { userHandlers } from "./people/users/handlers.ts";

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
