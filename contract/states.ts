/** The states and enumerations that server, worker and console share. */
export const callerModes = ["none", "api-key", "jwt", "oauth", "signature"] as const;
export const environments = ["development", "production"] as const;
export type Environment = (typeof environments)[number];

export const roles = ["owner", "admin", "developer", "operator"] as const;
export type Role = (typeof roles)[number];

/** Who can read an HTTP API's documentation. */
export const documentationModes = ["off", "callers", "public"] as const;
export type DocumentationMode = (typeof documentationModes)[number];

/** What an agent may do at the management MCP server: look, edit Development, deploy to it, and change Production. */
export const agentScopes = ["read", "write", "deploy", "release"] as const;
export type AgentScope = (typeof agentScopes)[number];

/** Who may confirm what an agent asks for. */
export const confirmers = ["anyone", "others"] as const;

export const confirmationStatuses = ["pending", "confirmed", "declined", "used", "expired"] as const;
export type ConfirmationStatus = (typeof confirmationStatuses)[number];

export const endpointKinds = ["mcp", "http"] as const;
export type EndpointKind = (typeof endpointKinds)[number];

/** What a binding offers on an MCP Endpoint (MCP 2025-11-25, server features). */
export const mcpBindingKinds = ["tool", "resource", "prompt"] as const;
export type McpBindingKind = (typeof mcpBindingKinds)[number];

/** What a call of an MCP Endpoint asks for, as executions name it. */
export const mcpCallKinds = [...mcpBindingKinds, "completion"] as const;

/** Who speaks in a prompt, and for whom a resource is (MCP 2025-11-25, Role). */
export const mcpRoles = ["user", "assistant"] as const;

export const deploymentStatuses = ["queued", "building", "activating", "completed", "failed", "cancelled"] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];

export const deploymentKinds = ["deploy", "release", "rollback"] as const;
export type DeploymentKind = (typeof deploymentKinds)[number];

export const deploymentActions = ["cancel", "release", "rollback", "retry"] as const;
export type DeploymentAction = (typeof deploymentActions)[number];

export const executionStatuses = ["succeeded", "failed", "timed_out", "rejected", "cancelled"] as const;

/** What counts as a failure, wherever failures are counted. */
export const failureStatuses = ["failed", "timed_out"] as const;
/** How lists of executions are filtered: by one status, or by both of a failure. */
export const statusFilters = [...executionStatuses, "failed_or_timed_out"] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** `run`: an attempt of a run, whoever started the run. */
export const executionSources = ["mcp", "http", "cron", "test", "run"] as const;
export type ExecutionSource = (typeof executionSources)[number];

export const httpMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** Whether a route honors an `Idempotency-Key`. */
export const idempotencyModes = ["off", "optional", "required"] as const;

/** What to do with an argument that a tool does not know. */
export const unknownArgumentModes = ["refuse", "ignore"] as const;
export type UnknownArgumentMode = (typeof unknownArgumentModes)[number];

/** What to do with a call whose client leaves: `auto` cancels calls that only read. */
export const leaveModes = ["auto", "cancel", "finish"] as const;
export type LeaveMode = (typeof leaveModes)[number];

/** The body that an HTTP binding accepts. */
export const bodyTypes = ["json", "form", "multipart", "text", "bytes"] as const;
export type BodyType = (typeof bodyTypes)[number];

/** The place of a delivery's id: the sender's known one, a header, the body, or none. */
export const deliveryIdSources = ["sender", "header", "body", "content"] as const;

/**
 * `queued → running → succeeded`, back to `queued` for another attempt, or `dead` after the last one; `discarded`: a
 * user gave it up.
 */
export const deliveryStatuses = ["queued", "running", "succeeded", "dead", "discarded"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const cronOverlaps = ["skip", "allow"] as const;
export type CronOverlap = (typeof cronOverlaps)[number];

export const cronTriggers = ["schedule", "manual"] as const;
export type CronTrigger = (typeof cronTriggers)[number];

/** `queued → running → succeeded | failed`, and back to `queued` for another attempt; `skipped` and `missed` never began. */
export const cronRunStatuses = ["queued", "running", "succeeded", "failed", "skipped", "missed"] as const;
export type CronRunStatus = (typeof cronRunStatuses)[number];

/** `call`: a caller waits for the result. `durable`: the Function has steps, may wait, and survives crashes. */
export const functionRuns = ["call", "durable"] as const;
export type FunctionRun = (typeof functionRuns)[number];

/** The modes of runs that a call starts. `durable`: with steps. `once`: a plain Function that waited for an approval. */
export const startedModes = ["durable", "once"] as const;
export type StartedMode = (typeof startedModes)[number];

/**
 * How leased work is carried out. A `durable` run goes on after its last stored step. One that runs `once` is tried once.
 * `cron`: a plain Function on a schedule, and `delivery`: a stored request; both are tried again until they succeed.
 */
export const runModes = [...startedModes, "cron", "delivery"] as const;
export type RunMode = (typeof runModes)[number];

/** Whether a call started the run, so that it may have steps and children. */
export const isStarted = (mode: RunMode): mode is StartedMode => mode === "durable" || mode === "once";

/** Who started a run. */
export const runSources = ["mcp", "http", "cron", "delivery", "function", "console", "api"] as const;
export type RunSource = (typeof runSources)[number];

/** The states of runs that have not ended, and of those that have: `expired` is one whose deadline has passed. */
const openStatuses = ["queued", "running", "waiting"] as const;
export const startedRunStatuses = [...openStatuses, "succeeded", "failed", "cancelled", "expired"] as const;

/** The state of a run that a call started: `queued → running → waiting → queued …`, until it ended. */
export type StartedRunStatus = (typeof startedRunStatuses)[number];

/**
 * The states of runs of every mode. A cron run that never began is `skipped` or `missed`. A dead delivery has `failed`, a
 * discarded one is `cancelled`.
 */
export const runStatuses = [...startedRunStatuses, "skipped", "missed"] as const;
export type RunStatus = (typeof runStatuses)[number];

/** The states that runs of each mode may have. */
export const statusesOfModes: Readonly<Record<RunMode, readonly RunStatus[]>> = {
  durable: startedRunStatuses,
  once: startedRunStatuses,
  cron: ["queued", "running", "succeeded", "failed", "cancelled", "skipped", "missed"],
  delivery: ["queued", "running", "succeeded", "failed", "cancelled"],
};

/** Whether a run in this state has not ended. */
export const isOpenRun = (status: RunStatus): boolean => (openStatuses as readonly RunStatus[]).includes(status);

/** How an attempt of a run ends that a call started. `suspended`: it waits. `postponed`: nothing has run. */
export const runEnds = ["succeeded", "failed", "cancelled", "suspended", "postponed"] as const;

/** How an attempt of a cron run or a delivery ends. `refused`: another attempt would end the same way. */
export const retriedEnds = ["succeeded", "failed", "refused", "postponed"] as const;

export const approvalStatuses = ["pending", "approved", "rejected", "expired", "cancelled"] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The state of a step of a run. */
export const stepStates = ["done", "failed", "retrying", "waiting", "cancelled"] as const;
export type StepState = (typeof stepStates)[number];

/**
 * Who can call: `key`: an API key; `machine`: a registered client that acts for itself; `person`: somebody who has allowed
 * a client; `issuer`: whoever has a token of an issuer, or may sign in; `sender`: a webhook sender; `anybody`: without a
 * credential.
 */
export const accessKinds = ["key", "machine", "person", "issuer", "sender", "anybody"] as const;

/** Whether people still have to look at a group of failures. */
export const errorStatuses = ["open", "resolved"] as const;
