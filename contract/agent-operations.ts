import type { OperationName } from "./operations.ts";
import type { AgentScope } from "./states.ts";

const of = (scope: AgentScope, names: readonly OperationName[]) =>
  names.map((name): readonly [OperationName, AgentScope] => [name, scope]);

/**
 * The operations that an agent may reach through the management MCP server, each with the scope that it needs. Nothing
 * else is open to it, whatever its tools ask for.
 */
export const agentOperations: ReadonlyMap<OperationName, AgentScope> = new Map([
  ...of("read", [
    "getManagementServer",
    "listEnvironments",
    "search",
    "listFunctions",
    "getFunction",
    "getFunctionActivity",
    "listTestCases",
    "listRuntimeEndpoints",
    "getRuntimeEndpoint",
    "listMcpBindings",
    "listHttpBindings",
    "listEndpointAuthPolicies",
    "listSecrets",
    "listMissingSecrets",
    "listDataCollections",
    "listDeployments",
    "getDeployment",
    "previewDeployment",
    "listExecutions",
    "getExecution",
    "getRun",
  ]),
  ...of("write", [
    "createFunction",
    "updateFunction",
    "deleteFunction",
    "validateFunction",
    "testFunction",
    "createTestCase",
    "updateTestCase",
    "deleteTestCase",
    "runTestCases",
    "createRuntimeEndpoint",
    "deleteRuntimeEndpoint",
    "createMcpBinding",
    "updateMcpBinding",
    "deleteMcpBinding",
    "createHttpBinding",
    "updateHttpBinding",
    "deleteHttpBinding",
    "replaceAuthPolicy",
    "startRun",
  ]),
  ...of("deploy", ["createDeployment", "checkDrafts"]),
  ...of("release", ["releaseDeployment", "rollbackDeployment"]),
]);
