import type { OperationName } from "@ferrule/contract/operations.ts";

type Names = readonly OperationName[];

const writes =
  /^(?<verb>archive|cancel|create|decide|delete|disable|discard|enable|end|install|invite|pause|redeliver|release|replace|replay|resume|retry|rollback|rotate|run|send|start|stop|update)(?<noun>\w+)$/;

const policies = ["listEndpointAuthPolicies", "getRuntimeEndpoint", "evaluateAuthPolicy", "listAccess"] as const;
const grants = ["listOauthGrants", "listEndpointOauthGrants", "listAccess"] as const;
const runs = ["listRuns", "getRun", "countRuns"] as const;
const bound = ["listMcpBindings", "listHttpBindings", "getRuntimeEndpoint"] as const;

/** The operations that return something else after a write, by what is written: the noun of the write's name. */
export const readsOf: Readonly<Record<string, Names>> = {
  AlertBounds: ["getAlertBounds"],
  AlertChannel: ["listAlertChannels", "listAlertMessages"],
  AlertSettings: ["getAlertSettings", "listAlertMessages"],
  AgentGrant: grants,
  ApiKey: [...policies, "listRuntimeEndpoints"],
  Approval: ["listApprovals", "getApproval", "openApprovalLink", ...runs],
  AuthPolicy: [...policies, "listAuthPolicies", "listQuotaUses"],
  CacheEntry: ["listCacheEntries", "listCacheTenants"],
  Connection: ["listConnections"],
  ConnectionSchema: ["getConnectionSchema", "listConnections"],
  CronBinding: ["listCronBindings", "getCronBinding"],
  DataCollection: ["listDataCollections"],
  DataCollectionGrant: ["listDataCollections"],
  DataCollectionVersion: ["listDataCollections", "queryRecords", "getRecord"],
  Deliveries: ["listDeliveries", "getDelivery"],
  Deployment: ["listDeployments", "getDeployment", "listEnvironments", "previewDeployment", "getDashboard"],
  EndpointOauthGrant: grants,
  Erasure: ["listErasures"],
  Execution: ["listExecutions", "listRunningExecutions"],
  ExecutionGroup: ["listExecutionGroups", "getExecutionGroup"],
  Export: ["getExport"],
  Function: ["listFunctions"],
  HttpBinding: bound,
  IdentityProvider: ["listIdentityProviders", "getSignInOptions"],
  Library: ["listLibraries", "getLibrary"],
  McpBinding: bound,
  OauthClient: ["listOauthClients", ...grants],
  OauthGrant: grants,
  PipelineRule: ["listPipelineRules"],
  Preview: ["listPreviews", "getPreview"],
  Project: ["listProjects"],
  Record: ["queryRecords", "getRecord", "listRecordTenants"],
  Run: [...runs, "listApprovals"],
  RunEvent: runs,
  Runs: [...runs, "listApprovals"],
  RuntimeEndpoint: ["listRuntimeEndpoints", "getRuntimeEndpoint", "listEnvironments", "listAccess"],
  ScimToken: ["getDirectory"],
  Secret: ["listSecrets", "listMissingSecrets"],
  Session: ["listSessions"],
  SignInPolicy: ["getSignInPolicy", "getSignInOptions"],
  Template: ["listFunctions", "listRuntimeEndpoints", ...bound],
  TemplateOntoEndpoint: ["listFunctions", "listRuntimeEndpoints", ...bound],
  TestCase: ["listTestCases"],
  Token: ["listTokens"],
  User: ["listUsers"],
};

/**
 * What is read again after an operation. What was deleted or ended is not: there is nothing to read, and the page that shows it
 * is about to close.
 */
export function changedBy(name: OperationName): Names {
  const { verb, noun = "" } = writes.exec(name)?.groups ?? {};
  const reads = readsOf[noun] ?? [];
  return verb === "delete" || verb === "end" ? reads.filter((read) => read !== `get${noun}`) : reads;
}
