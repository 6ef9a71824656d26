import type { Operation } from "./operation.ts";
import { accessOperations } from "./operations/access.ts";
import { accountOperations } from "./operations/account.ts";
import { alertChannelOperations } from "./operations/alert-channels.ts";
import { alertOperations } from "./operations/alerts.ts";
import { auditEventOperations } from "./operations/audit-events.ts";
import { approvalOperations } from "./operations/approvals.ts";
import { authPolicyOperations } from "./operations/auth-policies.ts";
import { bindingOperations } from "./operations/bindings.ts";
import { cacheOperations } from "./operations/cache.ts";
import { connectionOperations } from "./operations/connections.ts";
import { cronBindingOperations } from "./operations/cron-bindings.ts";
import { cliSignInOperations } from "./operations/cli-sign-in.ts";
import { dashboardOperations } from "./operations/dashboard.ts";
import { dataCollectionOperations } from "./operations/data-collections.ts";
import { deliveryOperations } from "./operations/deliveries.ts";
import { deploymentOperations } from "./operations/deployments.ts";
import { discoveryOperations } from "./operations/discovery.ts";
import { environmentOperations } from "./operations/environments.ts";
import { erasureOperations } from "./operations/erasures.ts";
import { executionOperations } from "./operations/executions.ts";
import { exportOperations } from "./operations/export.ts";
import { functionOperations } from "./operations/functions.ts";
import { identityProviderOperations } from "./operations/identity-providers.ts";
import { libraryOperations } from "./operations/libraries.ts";
import { manifestOperations } from "./operations/manifests.ts";
import { callerOperations } from "./operations/callers.ts";
import { oauthOperations } from "./operations/oauth.ts";
import { openapiOperations } from "./operations/openapi.ts";
import { pipelineRuleOperations } from "./operations/pipeline-rules.ts";
import { previewOperations } from "./operations/previews.ts";
import { managementServerOperations } from "./operations/management-server.ts";
import { projectOperations } from "./operations/projects.ts";
import { projectSourceOperations } from "./operations/project-source.ts";
import { quotaOperations } from "./operations/quotas.ts";
import { recordOperations } from "./operations/records.ts";
import { runOperations } from "./operations/runs.ts";
import { runtimeEndpointOperations } from "./operations/runtime-endpoints.ts";
import { scimTokenOperations } from "./operations/scim-tokens.ts";
import { searchOperations } from "./operations/search.ts";
import { secretOperations } from "./operations/secrets.ts";
import { sessionOperations } from "./operations/session.ts";
import { statusOperations } from "./operations/status.ts";
import { testCaseOperations } from "./operations/test-cases.ts";
import { templateOperations } from "./operations/templates.ts";
import { usageOperations } from "./operations/usage.ts";
import { userOperations } from "./operations/users.ts";

/** The operation table: every operation of the management API by its name. */
export const operations = {
  ...sessionOperations,
  ...accessOperations,
  ...accountOperations,
  ...cliSignInOperations,
  ...projectOperations,
  ...pipelineRuleOperations,
  ...userOperations,
  ...identityProviderOperations,
  ...exportOperations,
  ...statusOperations,
  ...dashboardOperations,
  ...environmentOperations,
  ...runtimeEndpointOperations,
  ...functionOperations,
  ...testCaseOperations,
  ...bindingOperations,
  ...authPolicyOperations,
  ...quotaOperations,
  ...callerOperations,
  ...oauthOperations,
  ...secretOperations,
  ...connectionOperations,
  ...libraryOperations,
  ...manifestOperations,
  ...projectSourceOperations,
  ...previewOperations,
  ...discoveryOperations,
  ...templateOperations,
  ...cronBindingOperations,
  ...deliveryOperations,
  ...runOperations,
  ...approvalOperations,
  ...alertOperations,
  ...alertChannelOperations,
  ...managementServerOperations,
  ...deploymentOperations,
  ...dataCollectionOperations,
  ...recordOperations,
  ...executionOperations,
  ...usageOperations,
  ...cacheOperations,
  ...erasureOperations,
  ...auditEventOperations,
  ...scimTokenOperations,
  ...searchOperations,
  ...openapiOperations,
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export const operationNames = Object.keys(operations) as OperationName[];
