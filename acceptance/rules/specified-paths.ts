/** One line of a table: a method and a path. */
export interface Specified {
  method: string;
  path: string;
}

const parse = (table: string): Specified[] =>
  table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([methods = "", path = ""]) => methods.split("|").map((method) => ({ method, path })));

/** The paths that the specification promises. */
export const specified: readonly Specified[] = parse(
  `
  POST /api/auth/login
  POST /api/auth/logout
  GET /api/auth/me
  POST /api/account/password
  GET /api/projects
  POST /api/projects
  PATCH /api/projects/:projectId
  POST /api/projects/:projectId/select
  POST /api/projects/:projectId/archive
  DELETE /api/projects/:projectId
  GET /api/users
  POST /api/users
  PATCH /api/users/:userId
  GET /api/environments
  GET /api/runtime-endpoints
  POST /api/runtime-endpoints
  GET /api/runtime-endpoints/:endpointId
  PATCH /api/runtime-endpoints/:endpointId
  POST /api/runtime-endpoints/:endpointId/disable
  GET /api/functions
  POST /api/functions
  GET /api/functions/:functionId
  PUT|PATCH /api/functions/:functionId
  POST /api/functions/:functionId/validate
  POST /api/functions/:functionId/test
  POST /api/runtime-endpoints/:endpointId/mcp-bindings
  PATCH /api/runtime-endpoints/:endpointId/mcp-bindings/:bindingId
  DELETE /api/runtime-endpoints/:endpointId/mcp-bindings/:bindingId
  POST /api/runtime-endpoints/:endpointId/http-bindings
  PATCH /api/runtime-endpoints/:endpointId/http-bindings/:bindingId
  DELETE /api/runtime-endpoints/:endpointId/http-bindings/:bindingId
  POST /api/deployments
  POST /api/deployments/release
  POST /api/deployments/:projectDeploymentId/rollback
  GET /api/deployments
  GET /api/secrets
  POST /api/secrets
  POST /api/secrets/:secretId/rotate
  DELETE /api/secrets/:secretId
  GET /api/auth-policies
  POST /api/runtime-endpoints/:endpointId/auth-policies
  GET /api/libraries
  POST /api/libraries
  GET /api/runtime-endpoints/:endpointId/manifest
  POST /api/runtime-endpoints/:endpointId/manifest/preview
  POST /api/runtime-endpoints/:endpointId/manifest
  GET /api/runtime-endpoints/:endpointId/discovery
  GET /api/templates
  POST /api/templates/install
  POST /api/runtime-endpoints/:endpointId/templates/:templateId/install
  GET /api/dashboard
  GET /api/cron-bindings
  POST /api/cron-bindings
  GET /api/cron-bindings/:id
  PATCH /api/cron-bindings/:id
  DELETE /api/cron-bindings/:id
  POST /api/cron-bindings/:id/run
  GET /api/cron-bindings/:id/runs
  GET /api/executions
  GET /api/executions/:id
  GET /api/audit-events
  GET /api/data-collections
  POST /api/data-collections
  POST /api/data-collections/:collectionId/versions
  PUT /api/data-collections/:collectionId/grants
  DELETE /api/data-collections/:collectionId/grants/:grantId
  POST /api/data-collections/:collectionId/records/query
  POST /api/data-collections/:collectionId/records
  PUT /api/data-collections/:collectionId/records/:recordId
  DELETE /api/data-collections/:collectionId/records/:recordId
  GET /api/storage/cache
  POST /api/storage/cache/reveal
  DELETE /api/storage/cache/key
  `,
);

/** The API's paths beyond the specification: none of them changes a specified path. */
export const added: readonly Specified[] = parse(
  `
  GET /api/openapi.json
  GET|POST /api/project-source
  POST /api/project-source/preview
  POST /api/project-source/tests
  GET /api/previews
  GET|PUT|DELETE /api/previews/:name
  POST /api/previews/:name/key
  GET|POST /api/erasures
  POST /api/erasures/preview
  POST /api/auth/link
  GET /api/auth/session
  GET /api/auth/options
  POST /api/auth/providers/:providerId/begin
  POST /api/auth/providers/complete
  GET /api/auth/provider-logout
  GET|POST /api/identity-providers
  GET|PATCH|DELETE /api/identity-providers/:providerId
  POST /api/identity-providers/:providerId/test
  GET /api/identity-providers/:providerId/directory
  POST /api/identity-providers/:providerId/scim-tokens
  POST /api/identity-providers/:providerId/scim-tokens/:tokenId/rotate
  GET|DELETE /api/identity-providers/:providerId/scim-tokens/:tokenId
  GET|PATCH /api/sign-in-policy
  GET|PATCH /api/export
  POST /api/export/test
  GET /api/status
  GET /api/usage
  GET /api/usage/export
  POST /api/auth/cli-sign-ins
  POST /api/auth/cli-sign-ins/redeem
  GET /api/account/cli-sign-ins/:userCode
  POST /api/account/cli-sign-ins/:userCode/allow
  POST /api/account/cli-sign-ins/:userCode/deny
  GET|POST /api/account/tokens
  GET|DELETE /api/account/tokens/:tokenId
  GET /api/projects/:projectId
  GET /api/users/:userId
  GET /api/secrets/:secretId
  GET /api/functions/:functionId/test-cases/:testCaseId
  GET /api/runtime-endpoints/:endpointId/mcp-bindings/:bindingId
  GET /api/runtime-endpoints/:endpointId/http-bindings/:bindingId
  GET /api/account/sessions
  DELETE /api/account/sessions/:sessionId
  GET /api/runtime-endpoints/:endpointId/auth-policies
  POST /api/runtime-endpoints/:endpointId/auth-policies/evaluate
  POST /api/auth-policies/test-issuer
  POST /api/runtime-endpoints/:endpointId/api-keys
  GET|DELETE /api/runtime-endpoints/:endpointId/api-keys/:keyId
  POST /api/runtime-endpoints/:endpointId/api-keys/:keyId/rotate
  GET /api/runtime-endpoints/:endpointId/quota-uses
  GET|POST /api/runtime-endpoints/:endpointId/oauth-clients
  GET|PATCH|DELETE /api/runtime-endpoints/:endpointId/oauth-clients/:clientId
  GET /api/runtime-endpoints/:endpointId/oauth-grants
  DELETE /api/runtime-endpoints/:endpointId/oauth-grants/:grantId
  POST /api/runtime-endpoints/:endpointId/oauth-grants/:grantId/enable
  GET /api/caller-issuers
  GET|DELETE /api/callers/session
  POST /api/callers/providers/:providerId/begin
  POST /api/callers/complete
  GET /api/callers/consent-request
  GET /api/callers/oauth-consent
  GET|POST /api/callers/oauth-grants
  DELETE /api/callers/oauth-grants/:grantId
  GET /api/account/oauth-consent
  GET|POST /api/account/oauth-grants
  DELETE /api/account/oauth-grants/:grantId
  POST /api/runtime-endpoints/:endpointId/enable
  GET /api/runtime-endpoints/:endpointId/mcp-bindings
  GET /api/runtime-endpoints/:endpointId/http-bindings
  DELETE /api/functions/:functionId
  GET /api/functions/:functionId/versions
  GET /api/functions/:functionId/versions/:revision
  GET|POST /api/functions/:functionId/test-cases
  PATCH|DELETE /api/functions/:functionId/test-cases/:testCaseId
  POST /api/functions/:functionId/test-cases/:testCaseId/run
  POST /api/functions/:functionId/test-cases/run
  GET /api/functions/types
  GET /api/functions/:functionId/activity
  GET /api/secrets/missing
  GET|POST /api/connections
  GET|PATCH|DELETE /api/connections/:connectionId
  POST /api/connections/:connectionId/test
  GET|POST /api/connections/:connectionId/schema
  POST /api/cron-bindings/preview
  GET /api/deliveries
  GET /api/deliveries/:deliveryId
  POST /api/deliveries/redeliver
  POST /api/deliveries/discard
  GET|POST /api/runs
  GET /api/runs/counts
  GET /api/runs/:runId
  GET /api/runs/:runId/log
  POST /api/runs/:runId/cancel
  POST /api/runs/:runId/retry
  POST /api/runs/:runId/replay
  POST /api/runs/retry
  POST /api/runs/cancel
  POST /api/functions/:functionId/pause-runs
  POST /api/functions/:functionId/resume-runs
  POST /api/run-events
  GET /api/approvals
  GET /api/approvals/:approvalId
  POST /api/approvals/:approvalId/decision
  POST /api/approvals/:approvalId/link
  POST /api/approval-links
  POST /api/deployments/:projectDeploymentId/cancel
  GET /api/deployments/:projectDeploymentId
  GET /api/deployments/preview
  POST /api/deployments/preview/check
  POST /api/users/:userId/invite
  GET /api/deployments/pending
  GET /api/deployments/:projectDeploymentId/offers
  GET|PUT|DELETE /api/libraries/:libraryId
  GET /api/executions/stream
  GET /api/executions/groups
  GET /api/executions/running
  POST /api/executions/:id/cancel
  POST /api/executions/:id/replay
  GET /api/audit-events/verify
  GET /api/audit-events/export
  GET|PATCH|DELETE /api/data-collections/:collectionId
  DELETE /api/runtime-endpoints/:endpointId
  POST /api/data-collections/:collectionId/versions/preview
  GET /api/data-collections/:collectionId/export
  POST /api/data-collections/:collectionId/import
  POST /api/data-collections/:collectionId/records/upsert
  GET /api/data-collections/:collectionId/records/:recordId
  GET /api/search
  GET|POST /api/pipeline-rules
  GET|DELETE /api/pipeline-rules/:ruleId
  POST /api/pipeline-tokens
  `,
);
