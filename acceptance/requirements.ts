/**
 * The specification as data: each sentence has an id, in the specification's order. `coverage.test.ts` fails if a
 * sentence is neither cited by a test nor marked `planned`, or if a planned one is cited.
 */
export interface Requirement {
  section: string;
  sentence: string;
  /** Not offered yet: the operation table lacks the operations. */
  planned?: true;
}

const entry = (section: string, sentence: string, planned?: "planned"): Requirement =>
  planned ? { section, sentence, planned: true } : { section, sentence };

export const requirements = {
  "projects.own": entry("1", "A Project owns Functions, runtime endpoints, bindings and auth policies."),
  "functions.several-endpoints": entry(
    "1",
    "One Function may be bound to several MCP Endpoints and HTTP APIs; bindings are scoped to one endpoint.",
  ),
  "deployments.whole-project": entry("1", "Deployment operations apply to the whole Project."),
  "source.never-in-control-plane": entry(
    "1",
    "Function source never executes in the control-plane role; testing and invocation are delegated to a worker.",
  ),
  "deployments.asynchronous": entry("1", "Development deployments are asynchronous."),
  "releases.promote": entry(
    "1",
    "A production release promotes a completed development deployment and does not rebuild drafts.",
  ),
  "gateway.one-origin": entry(
    "1",
    "The gateway serves UI, /api, /mcp and /http on one origin; the development default is port 8080.",
  ),
  "gateway.balances": entry(
    "1",
    "The gateway load-balances /mcp and /http across healthy workers and authenticates that hop with the internal token.",
  ),
  "users.installation-wide": entry("1", "Users and roles are installation-wide; there are no Project memberships."),
  "projects.select-reissues": entry(
    "1",
    "Selecting a Project reissues the signed session with that Project active; operational APIs use it.",
  ),
  "request-id.everywhere": entry(
    "1",
    "Every API and runtime response carries x-request-id; executions and audit metadata correlate with it.",
  ),
  "projects.lifecycle": entry("2", "A Project can be created, updated, selected, archived, deleted."),
  "users.login": entry("2", "A user has a role and logs in with email and password."),
  "endpoints.kinds": entry("2", "Runtime endpoints are MCP Endpoints or HTTP APIs and can be disabled."),
  "endpoints.manifest-discovery": entry("2", "A runtime endpoint has a manifest and discovery output."),
  "functions.validate-test": entry("2", "A Function belongs to the selected Project and can be validated and tested."),
  "bindings.mcp": entry("2", "An MCP binding has a stable tool name, a description, an enabled flag and a Function."),
  "bindings.http": entry("2", "An HTTP binding is endpoint-scoped and refers to a Function."),
  "deployments.identified": entry(
    "2",
    "A deployment is Project-wide, identified by projectDeploymentId, with targets development and production.",
  ),
  "secrets.metadata": entry("2", "Secret responses carry metadata only; a secret can be rotated."),
  "policies.caller-and-permissions": entry(
    "2",
    "An auth policy holds caller policy and granted permissions of an endpoint.",
  ),
  "executions.filters": entry(
    "2",
    "Executions are filtered by endpoint, function, status, request ID, tenant and invocation source.",
  ),
  "executions.masked": entry("2", "Sensitive fields are masked in returned data."),
  "deployments.log": entry("2", "A deployment log records deployment failures."),
  "audit.read-only": entry("2", "Audit events are a read-only list."),
  "storage.collections": entry(
    "2",
    "Data collections have versions, grants and records addressed by environment and tenant.",
  ),
  "cache.inspect": entry("2", "Cache entries are inspectable by cursor enumeration; reveal redacts known secrets."),
  "cron.runs": entry("2", "A cron binding has runs."),
  "deployments.status-in-list": entry("3", "A deployment's status is read from the deployment list."),
  "deployments.rollback": entry("3", "A deployment can be rolled back."),
  "endpoints.disable": entry("3", "A runtime endpoint can be disabled, a Project archived."),
  "session.cookies": entry("4.1", "Login sets the session cookie and the CSRF cookie."),
  "session.operations": entry("4.1", "Login, logout, me and account password exist at their paths."),
  "table.paths": entry("4", "Every operation is at exactly its method and path."),
  "functions.test-in-worker": entry("4.4", "Function testing runs in the private worker runtime."),
  "mcp.post": entry(
    "4.11",
    "A deployed MCP Endpoint is called with POST at its Development URL, shown on the endpoint.",
  ),
  "mcp.headers": entry("4.11", "x-api-key is the endpoint's configured credential."),
  "mcp.methods": entry("4.11", "initialize (stateless), tools/list and tools/call are served."),
  "mcp.arguments": entry("4.11", "Arguments must be valid against the tool's schema."),
  "mcp.found-by-request-id": entry("4.11", "A call is located afterwards in Executions by its request ID."),
  "mcp.appears-after": entry(
    "4.11",
    "A tool appears after binding created and enabled, policy checked, Project deployed to Development.",
  ),
  "http.routes": entry("4.12", "The gateway routes /http to workers; each HTTP binding exposes a route."),
  "operations.health": entry("4.12", "GET /health, /ready and /metrics exist."),
  "internal.manifest": entry(
    "4.12",
    "The internal manifest is not routed by the gateway and requires the internal token.",
  ),
  "rules.authenticate": entry("4.13", "Authenticate the platform session."),
  "rules.project-scope": entry("4.13", "Derive Project scope from the session."),
  "rules.roles": entry("4.13", "Enforce platform role authorization for mutations."),
  "rules.csrf": entry("4.13", "Enforce CSRF for mutations."),
  "rules.validate": entry("4.13", "Validate inputs with a schema validator."),
  "rules.error-shape": entry("4.13", "Return the standard error shape."),
  "rules.no-secrets": entry("4.13", "Never select secret-bearing fields."),
  "rules.audit": entry("4.13", "Add audit events for security-sensitive changes."),
  "session.signed-http-only": entry(
    "5",
    "The session cookie is signed and HTTP-only; the CSRF cookie can be read by scripts.",
  ),
  "session.csrf-header": entry("5", "After login every mutation must carry x-csrf-token."),
  "roles.four": entry("5", "Roles are owner, admin, developer, operator."),
  "cron.roles": entry("5", "Cron bindings are edited by owner, admin, developer and run by owner, admin, operator."),
  "internal.token": entry("5", "Gateway-to-worker hop and internal manifest use INTERNAL_API_TOKEN."),
  "audit.recorded": entry("6", "Audit events are recorded for security-sensitive changes."),
  "cache.reveal-audited": entry("6", "Cache reveals are audited."),
  "errors.shape": entry("7", "error.code, error.message, error.requestId and safe error.details."),
  "errors.sanitized": entry("7", "Function execution errors exposed to callers are sanitized."),
  "errors.deployment-log": entry("7", "Deployment failures are recorded in the deployment log."),
  "limits.runtime-concurrency": entry("8", "RUNTIME_CONCURRENCY bounds concurrent invocations per worker replica."),
  "limits.deployment-concurrency": entry("8", "DEPLOYMENT_CONCURRENCY bounds builds, apart from the runtime budget."),
  "production.refusals": entry(
    "8",
    "Production refuses development credentials, local or non-HTTPS public URLs, demo mode and a mock integration URL.",
  ),
  "production.validated-before-start": entry("8", "Configuration is validated before every role starts."),
  "mcp.protocol-version": entry("9", "initialize states a protocolVersion; 2025-03-26 is served."),
} as const satisfies Record<string, Requirement>;

export type RequirementId = keyof typeof requirements;
