import type {
  ArtifactEndpoint,
  ArtifactFunction,
  ArtifactManifest,
  ArtifactRoute,
  ArtifactTool,
  JsonSchema,
} from "@ferrule/contract/internal/artifact.ts";
import type {
  EndpointState,
  KeyState,
  PolicyState,
  PreviewState,
  ProjectState,
} from "@ferrule/contract/internal/changes.ts";
import { noPermissions, type Permissions } from "@ferrule/contract/internal/permissions.ts";
import { defaultRunPolicy, type RunPolicy } from "@ferrule/contract/resources/run.ts";
import { sha256 } from "../deployed/endpoints/artifacts/artifact-digest.ts";

/** A Function for tests. Its bundle is `code`, and tools and routes of the same name call it. */
export interface TestFunction {
  name: string;
  code: string;
  inputSchema?: JsonSchema;
  outputSchema?: JsonSchema | null;
  timeoutMs?: number;
  /** It asks the people behind its clients. */
  asks?: true;
  /** Makes it durable. */
  runPolicy?: Partial<RunPolicy>;
  permissions?: Partial<Permissions>;
  completes?: true;
  tool?: Partial<ArtifactTool>;
  /** `GET /orders/{orderId}`. */
  route?: string;
  successStatus?: number;
  bodyType?: ArtifactRoute["bodyType"];
  bodyProperty?: string;
  delivery?: ArtifactRoute["delivery"];
  idempotency?: ArtifactRoute["idempotency"];
  /** Of its route. */
  scope?: string;
  etag?: true;
  /** For its route. */
  whenClientLeaves?: ArtifactRoute["whenClientLeaves"];
}

export const keyValue = "fer_key_of_the_tests_0123456789";

export function functionOf({
  name,
  code,
  inputSchema,
  outputSchema = null,
  timeoutMs = 5_000,
  runPolicy,
  asks,
  permissions,
  completes,
}: TestFunction): ArtifactFunction {
  return {
    id: `fn_${name}`,
    slug: name,
    name,
    description: `The ${name} Function.`,
    bundleDigest: sha256(code),
    inputSchema: inputSchema ?? { type: "object" },
    outputSchema,
    timeoutMs,
    memoryMb: 64,
    permissions: { ...noPermissions, ...permissions },
    ...(completes === undefined ? {} : { completes }),
    ...(asks === undefined ? {} : { asks }),
    ...(runPolicy === undefined ? {} : { run: "durable", runPolicy: { ...defaultRunPolicy, ...runPolicy } }),
  };
}

/** An artifact with one MCP endpoint `tools` and one HTTP API `api`, to which all given Functions are bound. */
export function manifestOf(
  functions: readonly TestFunction[],
  tools: Partial<ArtifactEndpoint> = {},
): ArtifactManifest {
  const endpoint = { description: "", instructions: "Use it well." };
  return {
    apiVersion: "ferrule/v1",
    projectId: "prj_one",
    endpoints: [
      {
        ...endpoint,
        id: "ep_http",
        kind: "http",
        slug: "api",
        name: "Api",
        tools: [],
        routes: functions.flatMap(
          ({
            name,
            route,
            successStatus = 200,
            bodyType,
            bodyProperty,
            delivery,
            idempotency,
            scope,
            etag,
            whenClientLeaves,
          }): ArtifactRoute[] => {
            if (route === undefined) return [];
            const [method, path] = route.split(" ") as [ArtifactRoute["method"], string];
            const id = `htb_${name}`;
            const body = {
              ...(bodyType === undefined ? {} : { bodyType }),
              ...(bodyProperty === undefined ? {} : { bodyProperty }),
              ...(delivery === undefined ? {} : { delivery }),
              ...(idempotency === undefined ? {} : { idempotency }),
              ...(scope === undefined ? {} : { scope }),
              ...(etag === undefined ? {} : { etag }),
              ...(whenClientLeaves === undefined ? {} : { whenClientLeaves }),
            };
            const called = { bindingId: id, functionId: `fn_${name}`, description: "", enabled: true };
            return [{ ...called, method, path, successStatus, ...body }];
          },
        ),
      },
      {
        ...endpoint,
        ...tools,
        id: "ep_mcp",
        kind: "mcp",
        slug: "tools",
        name: "Tools",
        routes: [],
        tools: functions.map(({ name, tool }) => ({
          bindingId: `mcb_${name}`,
          functionId: `fn_${name}`,
          toolName: name,
          title: null,
          description: `Calls ${name}.`,
          annotations: {},
          enabled: true,
          ...tool,
        })),
      },
    ],
    functions: functions.map((one) => functionOf(one)),
  };
}

const policy: PolicyState = { callerMode: "api-key", permissions: "*", allowedOrigins: [] };

export const projectState = (digest: string | null, change: Partial<ProjectState> = {}): ProjectState => ({
  kind: "project",
  id: "prj_one",
  slug: "one",
  status: "active",
  active: {
    development: digest === null ? null : { deploymentId: `dep_${digest.slice(0, 8)}`, digest },
    production: null,
  },
  ...change,
});

export const endpointState = (
  kind: "mcp" | "http",
  change: Partial<EndpointState> = {},
  development: object = {},
): EndpointState => ({
  kind: "endpoint",
  id: `ep_${kind}`,
  projectId: "prj_one",
  slug: kind === "mcp" ? "tools" : "api",
  endpointKind: kind,
  status: "active",
  limits: { requestsPerMinute: 1_000_000, maxBodyBytes: 1_048_576 },
  policies: { development: { ...policy, ...development }, production: policy },
  ...change,
});

export const keyState = (kind: "mcp" | "http", change: Partial<KeyState> = {}): KeyState => ({
  kind: "key",
  id: `key_${kind}`,
  endpointId: `ep_${kind}`,
  environment: "development",
  name: "Test key",
  sha256: sha256(keyValue),
  previous: null,
  tenantId: "acme",
  scopes: null,
  expiresAt: null,
  ...change,
});

export const previewKeyValue = "fer_key_of_the_preview_0123456789";

/** A preview `pr-7` of Project `one`, with both endpoints. `policy` replaces fields of their policies. */
export function previewState(digest: string, change: Partial<PreviewState> = {}, policy: object = {}): PreviewState {
  const endpoints = (["mcp", "http"] as const).map((kind) => {
    const { id, slug, endpointKind, status, limits, policies } = endpointState(kind, {}, policy);
    return { id, slug, endpointKind, status, limits, policy: policies.development };
  });
  return {
    kind: "preview",
    id: "pvw_seven",
    projectId: "prj_one",
    name: "pr-7",
    deploymentId: `bld_${digest.slice(0, 8)}`,
    digest,
    keySha256: sha256(previewKeyValue),
    endpoints,
    ...change,
  };
}
