import * as accessHandlers from "./whole/access/handlers.ts";
import * as accountHandlers from "./people/account/handlers.ts";
import * as alertHandlers from "./whole/alerts/handlers.ts";
import * as apiKeyHandlers from "./serving/api-keys/handlers.ts";
import * as approvalHandlers from "./serving/approvals/handlers.ts";
import * as auditHandlers from "./ground/audit/handlers.ts";
import * as authPolicyHandlers from "./serving/auth-policies/handlers.ts";
import * as bindingHandlers from "./serving/bindings/handlers.ts";
import * as cacheHandlers from "./data/cache/handlers.ts";
import * as cliSignInHandlers from "./people/cli-sign-in/handlers.ts";
import * as connectionHandlers from "./data/connections/handlers.ts";
import * as cronHandlers from "./serving/crons/handlers.ts";
import * as collectionHandlers from "./data/collections/handlers.ts";
import * as dashboardHandlers from "./whole/dashboard/handlers.ts";
import * as deliveryHandlers from "./serving/deliveries/handlers.ts";
import * as deploymentHandlers from "./releases/deployments/handlers.ts";
import * as discoveryHandlers from "./serving/discovery/handlers.ts";
import * as environmentHandlers from "./serving/environments/handlers.ts";
import * as erasureHandlers from "./whole/erasures/handlers.ts";
import * as executionHandlers from "./observed/executions/handlers.ts";
import * as exportHandlers from "./observed/exports/handlers.ts";
import * as functionHandlers from "./authoring/functions/handlers.ts";
import * as grantHandlers from "./serving/grants/handlers.ts";
import type { Handlers } from "./ground/handler/handler.ts";
import * as identityHandlers from "./people/identity/handlers.ts";
import * as libraryHandlers from "./authoring/libraries/handlers.ts";
import * as limitHandlers from "./serving/limits/handlers.ts";
import * as manifestHandlers from "./whole/manifests/handlers.ts";
import * as managementServerHandlers from "./people/management-server/handlers.ts";
import * as confirmationHandlers from "./whole/confirmations/handlers.ts";
import * as oauthHandlers from "./serving/oauth/handlers.ts";
import * as openapiHandlers from "./serving/openapi/handlers.ts";
import * as pipelineHandlers from "./people/pipelines/handlers.ts";
import * as previewHandlers from "./releases/previews/handlers.ts";
import * as projectHandlers from "./people/projects/handlers.ts";
import * as projectSourceHandlers from "./whole/project-source/handlers.ts";
import * as recordHandlers from "./data/records/handlers.ts";
import * as runHandlers from "./serving/run-operations/handlers.ts";
import * as runtimeEndpointHandlers from "./serving/runtime-endpoints/handlers.ts";
import * as scimHandlers from "./people/scim/handlers.ts";
import * as searchHandlers from "./whole/search/handlers.ts";
import * as secretHandlers from "./data/secrets/handlers.ts";
import * as sessionHandlers from "./people/session/handlers.ts";
import * as statusHandlers from "./observed/status/handlers.ts";
import * as testCaseHandlers from "./authoring/test-cases/handlers.ts";
import * as templateHandlers from "./whole/templates/handlers.ts";
import * as usageHandlers from "./observed/usage/handlers.ts";
import * as userHandlers from "./people/users/handlers.ts";

/** The handler of each operation of the table; a missing one is a compile error. */
export const handlers: Handlers = {
  ...accessHandlers,
  ...accountHandlers,
  ...alertHandlers,
  ...apiKeyHandlers,
  ...approvalHandlers,
  ...auditHandlers,
  ...authPolicyHandlers,
  ...bindingHandlers,
  ...cacheHandlers,
  ...cliSignInHandlers,
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
  ...managementServerHandlers,
  ...confirmationHandlers,
  ...oauthHandlers,
  ...openapiHandlers,
  ...pipelineHandlers,
  ...previewHandlers,
  ...projectHandlers,
  ...projectSourceHandlers,
  ...recordHandlers,
  ...runHandlers,
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
