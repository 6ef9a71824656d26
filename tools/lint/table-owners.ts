/**
 * The tables of the database by the slice of the control plane that owns them. Only the owner's statements write a table.
 * Other code calls what the owner exports, or is listed in `readers`.
 */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  account: ["api_tokens"],
  alerts: ["alert_bounds", "alert_channels", "alert_message_items", "alert_messages", "alert_settings", "alerts"],
  "api-keys": ["api_keys"],
  audit: ["audit_chain", "audit_events"],
  "auth-policies": ["auth_policies"],
  bindings: ["http_bindings", "mcp_bindings"],
  cache: ["cache_entries"],
  changes: ["resource_changes", "runtime_feed", "runtime_states"],
  "cli-sign-in": ["cli_sign_ins"],
  collections: ["data_collection_grants", "data_collection_versions", "data_collections"],
  connections: ["connection_schemas", "connections"],
  crons: ["cron_bindings"],
  deliveries: ["delivery_fingerprints"],
  deployments: [
    "artifact_parts",
    "artifacts",
    "build_results",
    "bundles",
    "deployment_bindings",
    "deployment_endpoints",
    "deployment_functions",
    "deployment_libraries",
    "deployment_log",
    "deployments",
    "function_builds",
    "project_targets",
  ],
  directory: ["directory_groups", "directory_members", "directory_users"],
  erasures: ["erasures"],
  executions: [
    "archive_state",
    "execution_archives",
    "caller_rollups",
    "endpoint_minutes",
    "endpoint_rollups",
    "usage_days",
    "execution_batches",
    "execution_facets",
    "execution_rollups",
    "executions",
    "executions_default",
    "error_groups",
    "failure_rollups",
    "running_executions",
  ],
  functions: ["function_revisions", "functions"],
  exports: ["export_positions", "exports"],
  idempotency: ["idempotency_keys", "idempotent_calls"],
  identity: ["identity_providers", "provider_answers", "provider_sign_ins", "user_identities"],
  jobs: ["job_events", "jobs"],
  libraries: ["libraries"],
  confirmations: ["confirmations"],
  "management-server": ["management_servers"],
  limits: ["quota_uses", "rate_levels"],
  oauth: [
    "caller_sessions",
    "oauth_assertions",
    "oauth_client_documents",
    "oauth_clients",
    "oauth_codes",
    "oauth_grants",
    "oauth_refresh_tokens",
    "oauth_signing_keys",
  ],
  pipelines: ["pipeline_rules"],
  previews: ["preview_functions", "previews"],
  projects: ["projects"],
  questions: ["mcp_questions"],
  records: ["record_migrations", "records"],
  "runtime-endpoints": ["runtime_endpoints"],
  runs: [
    "approval_decisions",
    "approvals",
    "paused_functions",
    "run_events",
    "run_keys",
    "run_lanes",
    "run_payloads",
    "run_steps",
    "runs",
  ],
  scim: ["scim_tokens"],
  secrets: ["encryption_keys", "retired_secret_values", "secret_versions", "secrets"],
  session: ["login_attempts", "one_time_links", "sessions", "sign_in_sources"],
  "sign-in-policy": ["sign_in_policy"],
  status: ["control_planes"],
  store: ["leases"],
  "test-cases": ["test_cases"],
  users: ["users"],
  workers: ["workers"],
};

/** Statement files that read other slices' tables, and why they do not ask the owner. */
export interface Reader {
  because: string;
  /** The files, by path below their floor. */
  files: Readonly<Record<string, readonly string[]>>;
}

export const readers: readonly Reader[] = [
  {
    because: "Callers of every kind are one list, in one order, page by page.",
    files: {
      "access/queries.ts": ["api_keys", "auth_policies", "oauth_clients", "oauth_grants", "runtime_endpoints", "users"],
    },
  },
  {
    because: "A confirmation names the people and the token behind it, in one statement.",
    files: {
      "confirmations/queries.ts": ["users", "api_tokens"],
    },
  },
  {
    because: "A group of failures names who looks after it and the deployment with which it began, in one statement.",
    files: {
      "executions/queries/error-groups.ts": ["deployments", "users"],
      "executions/queries/groups.ts": ["users"],
    },
  },
  {
    because: "The Project is locked before the feed, in the order of whoever deletes it.",
    files: {
      "changes/queries.ts": ["projects"],
    },
  },
  {
    because: "A delivery is only taken while its endpoint is there.",
    files: {
      "deliveries/queries/accept.ts": ["runtime_endpoints"],
    },
  },
  {
    because:
      "A run is only started while its Function is there, begins while its Project is active, and keeps the deployment that its environment serves. A cron run is its binding's.",
    files: {
      "runs/queries/claims.ts": ["cron_bindings", "deployments", "projects"],
      "runs/queries/cron-runs.ts": ["cron_bindings"],
      "runs/queries/leases.ts": ["project_targets"],
    },
  },
  {
    because: "Use of a quota is only counted while its endpoint is there.",
    files: {
      "limits/queries/quotas.ts": ["runtime_endpoints"],
    },
  },
  {
    because: "Agents may work on a Project that is active and has the server on; one lock holds both facts.",
    files: { "management-server/queries.ts": ["projects"] },
  },
  {
    because: "It finds out who asks, before every request, in one round trip.",
    files: {
      "account/queries.ts": ["projects", "users"],
      "session/queries.ts": ["projects", "users"],
    },
  },
  {
    because: "One statement sees one moment: a deployment never freezes a binding without its Function.",
    files: {
      "deployments/queries/drafts.ts": ["function_revisions", "functions"],
      "deployments/queries/frozen-drafts.ts": [
        "cron_bindings",
        "data_collections",
        "functions",
        "http_bindings",
        "mcp_bindings",
        "runtime_endpoints",
      ],
      "deployments/queries/state-of-drafts.ts": [
        "cron_bindings",
        "data_collections",
        "functions",
        "http_bindings",
        "libraries",
        "mcp_bindings",
        "runtime_endpoints",
      ],
      "deployments/queries/kept-contents.ts": ["mcp_bindings"],
      "deployments/queries/stuck.ts": ["jobs"],
    },
  },
  {
    because:
      "The products of builds are shared: previews take them over, and cleanups go by the previews that are there.",
    files: {
      "cache/postgres/queries.ts": ["previews"],
      "deployments/queries/unused.ts": ["mcp_bindings", "preview_functions", "previews"],
      "previews/queries/preview-functions.ts": ["build_results", "function_builds"],
    },
  },
  {
    because: "Whether a cron may fire depends on what is deployed at that moment.",
    files: {
      "crons/queries/binding-facts.ts": ["deployment_functions", "project_targets"],
    },
  },
  {
    because:
      "It owns no table: it sums up what the others hold, and a question to each of them would be a round trip each.",
    files: {
      "alerts/queries/causes-of-calls.ts": ["endpoint_minutes", "runtime_endpoints"],
      "alerts/queries/causes-of-limits.ts": [
        "api_keys",
        "api_tokens",
        "auth_policies",
        "connections",
        "quota_uses",
        "runtime_endpoints",
      ],
      "alerts/queries/causes-of-machines.ts": ["control_planes", "workers"],
      "alerts/queries/causes-of-work.ts": [
        "approvals",
        "cron_bindings",
        "deployments",
        "functions",
        "projects",
        "runs",
        "runtime_endpoints",
      ],
      "alerts/queries/messages.ts": ["approvals", "projects"],
      "alerts/queries/settings.ts": ["projects"],
      "status/queries.ts": ["audit_events", "jobs", "runs", "runtime_feed", "runtime_states", "workers"],
      "dashboard/queries/activity.ts": [
        "cron_bindings",
        "deployment_functions",
        "deployments",
        "http_bindings",
        "mcp_bindings",
        "project_targets",
        "runtime_endpoints",
      ],
      "dashboard/queries/callers.ts": ["caller_rollups"],
      "dashboard/queries/crons.ts": ["cron_bindings", "runs"],
      "dashboard/queries/deployments.ts": ["deployments", "project_targets"],
      "dashboard/queries/traffic.ts": ["execution_rollups", "runtime_endpoints"],
      "environments/queries.ts": ["project_targets", "projects"],
      "search/queries.ts": [
        "api_keys",
        "connections",
        "libraries",
        "secrets",
        "cron_bindings",
        "data_collections",
        "deployments",
        "executions",
        "functions",
        "http_bindings",
        "mcp_bindings",
        "runtime_endpoints",
        "runs",
      ],
    },
  },
  {
    because: "What waits, and what is listed of crons and deliveries, is one statement on the runs.",
    files: {
      "crons/queries/lateness.ts": ["runs"],
      "deliveries/queries/deliveries.ts": ["runs"],
      "deliveries/queries/standing.ts": ["runs"],
    },
  },
  {
    because: "It owns no table: people read and choose what `runs` stores, by filters that are one statement.",
    files: {
      "run-operations/queries/approvals.ts": ["approvals", "runs"],
      "run-operations/queries/chosen-crons.ts": ["cron_bindings", "runs"],
      "run-operations/queries/chosen.ts": ["runs"],
      "run-operations/queries/paused.ts": ["functions", "paused_functions", "users"],
      "run-operations/queries/run-filters.ts": ["runs"],
      "run-operations/queries/run-parts.ts": ["functions", "run_steps", "runs"],
      "run-operations/queries/runs.ts": [
        "cron_bindings",
        "functions",
        "http_bindings",
        "mcp_bindings",
        "paused_functions",
        "runs",
        "users",
      ],
    },
  },
  {
    because: "A sign-in names an endpoint by its address. Place, policy and name are found in one round trip.",
    files: {
      "oauth/queries/targets.ts": ["auth_policies", "projects", "runtime_endpoints"],
    },
  },
  {
    because: "An erasure finds a tenant's records by their collections, and the consents of a user by their address.",
    files: {
      "oauth/queries/erase-callers.ts": ["users"],
      "records/queries/erase-records.ts": ["data_collections"],
    },
  },
  {
    because: "Whether a user may still sign in decides whether what they allowed is in force.",
    files: {
      "oauth/queries/grants.ts": ["users"],
    },
  },
  {
    because: "A filter of SCIM is one condition of the list's statement, whatever it names.",
    files: {
      "scim/queries/filtered.ts": ["directory_members"],
    },
  },
  {
    because: "What a person is in the directory and who they are here is compared for thousands at once.",
    files: {
      "directory/queries/standing.ts": ["user_identities", "users"],
    },
  },
  {
    because: "Data keys are rewrapped in one way, wherever a sealed value lies.",
    files: {
      "commands/rekey/queries.ts": [
        "alert_channels",
        "connections",
        "exports",
        "idempotent_calls",
        "identity_providers",
        "retired_secret_values",
        "runs",
        "secret_versions",
        "secrets",
      ],
    },
  },
  {
    because: "It compares what workers have with what the feed says, in one moment.",
    files: {
      "workers/queries.ts": ["runtime_feed", "runtime_states"],
    },
  },
  {
    because: "What a record must fit is in the collection, and in Production what the served artifact says of it.",
    files: {
      "records/queries/migrations.ts": ["artifacts", "data_collection_versions", "data_collections", "project_targets"],
      "records/queries/usable-collection.ts": ["artifacts", "data_collections", "project_targets"],
    },
  },
  {
    because:
      "A list shows names and counts of what belongs to its rows: joined, because a question for each row would be slow.",
    files: {
      "declarations/queries.ts": ["functions", "project_targets"],
      "runs/queries/under-way.ts": ["deployments", "functions"],
      "auth-policies/queries.ts": ["http_bindings", "mcp_bindings", "runtime_endpoints"],
      "approvals/queries/described.ts": [
        "approval_decisions",
        "approvals",
        "functions",
        "http_bindings",
        "mcp_bindings",
      ],
      "collections/queries.ts": ["artifacts", "project_targets", "record_migrations"],
      "crons/queries/runs.ts": ["runs", "users"],
      "deployments/queries/deployments.ts": ["auth_policies", "projects", "secrets", "users"],
      "executions/queries/executions.ts": ["http_bindings", "mcp_bindings"],
      "pipelines/queries.ts": ["users"],
      "previews/queries/previews.ts": ["users"],
      "usage/queries.ts": ["http_bindings", "mcp_bindings", "usage_days"],
      "executions/queries/insert-executions.ts": ["projects"],
      "executions/queries/running.ts": ["projects"],
      "functions/queries/functions.ts": ["http_bindings", "mcp_bindings", "runtime_endpoints", "users"],
      "functions/queries/served-revisions.ts": ["deployment_functions", "project_targets"],
      "libraries/queries.ts": ["functions"],
      "projects/queries.ts": ["functions", "project_targets", "runtime_endpoints"],
      "runtime-endpoints/queries.ts": [
        "deployment_endpoints",
        "http_bindings",
        "mcp_bindings",
        "project_targets",
        "projects",
      ],
      "secrets/queries/secrets.ts": ["functions"],
      "secrets/queries/signing-secrets.ts": ["auth_policies", "runtime_endpoints"],
    },
  },
];
