/**
 * A program against the management API as an outsider would write it: with `openapi-fetch`, and the types that
 * `openapi-typescript` generates from the document. We type-check it beside `types.ts` and then run it; it prints its
 * results as JSON.
 */
export const program = `
import createClient from "openapi-fetch";
import type { components, paths } from "./types.ts";

type Schemas = components["schemas"];
const origin: string = process.argv[2] ?? "";
const token: string = process.argv[3] ?? "";
const api = createClient<paths>({ baseUrl: origin, headers: { authorization: "Bearer " + token } });

function must<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) throw new Error(answer.response.status + " " + JSON.stringify(answer.error));
  return answer.data;
}

const created = await api.POST("/api/functions", {
  body: { slug: "look-up", source: "export default (input: { id: string }) => input.id;" },
});
const made: Schemas["Function"] = must(created);
const functionId: string = made.id;
const status: "draft" | "deployed" | "changed" = made.status;
const patched: Schemas["Function"] = must(
  await api.PATCH("/api/functions/{functionId}", {
    params: { path: { functionId }, header: { "If-Match": created.response.headers.get("etag") ?? "" } },
    body: { name: "Look up" },
  }),
);
const stale = await api.PATCH("/api/functions/{functionId}", {
  params: { path: { functionId }, header: { "If-Match": '"1"' } },
  body: { name: "Too late" },
});
const presentRevision: number | undefined = stale.error?.error.details?.revision;

const endpoint: Schemas["RuntimeEndpoint"] = must(
  await api.POST("/api/runtime-endpoints", { body: { kind: "mcp", slug: "desk" } }),
);
const endpointId = endpoint.id;
const tool: Schemas["McpBinding"] = must(
  await api.POST("/api/runtime-endpoints/{endpointId}/mcp-bindings", {
    params: { path: { endpointId } },
    body: { functionId, toolName: "look_up", description: "Looks up." },
  }),
);
const bound = await api.DELETE("/api/functions/{functionId}", { params: { path: { functionId } } });
const heldBy: string | undefined = bound.error?.error.details?.bindings?.[0]?.name;

const preview: Schemas["DeploymentPreview"] = must(await api.GET("/api/deployments/preview"));
const deployment: Schemas["CreatedDeployment"] = must(await api.POST("/api/deployments", { body: { message: "From outside" } }));
const { items } = must(await api.GET("/api/deployments", { params: { query: { limit: 5, target: "development" } } }));
const first: Schemas["Deployment"] | undefined = items[0];
const detail: Schemas["DeploymentDetail"] = must(
  await api.GET("/api/deployments/{projectDeploymentId}", { params: { path: { projectDeploymentId: deployment.id } } }),
);
must(
  await api.POST("/api/deployments/{projectDeploymentId}/cancel", {
    params: { path: { projectDeploymentId: deployment.id } },
  }),
);

const collection: Schemas["DataCollection"] = must(
  await api.POST("/api/data-collections", {
    body: { name: "orders", schema: { type: "object", properties: { city: { type: "string" } } } },
  }),
);
const place = { environment: "development", tenantId: "default" } as const;
const record: Schemas["DataRecord"] = must(
  await api.POST("/api/data-collections/{collectionId}/records", {
    params: { path: { collectionId: collection.id } },
    body: { ...place, data: { city: "Bern", lines: [1, { deep: null }] } },
  }),
);
const found = must(
  await api.POST("/api/data-collections/{collectionId}/records/query", {
    params: { path: { collectionId: collection.id } },
    body: { ...place, where: { or: [{ city: { eq: "Bern" } }, { not: { city: "Basel" } }] } },
  }),
);

const cron: Schemas["CronBinding"] = must(
  await api.POST("/api/cron-bindings", {
    body: { functionId, schedule: "0 7 * * *", input: { any: ["json", 1, null] }, enabled: false },
  }),
);
const secret: Schemas["Secret"] = must(
  await api.POST("/api/secrets", { body: { name: "TOKEN", environment: "development", value: "a value that is sealed" } }),
);
const manifest: Schemas["ExportedManifest"] = must(
  await api.GET("/api/runtime-endpoints/{endpointId}/manifest", { params: { path: { endpointId } } }),
);
const plan: Schemas["ManifestPlan"] = must(
  await api.POST("/api/runtime-endpoints/{endpointId}/manifest/preview", {
    params: { path: { endpointId } },
    body: { manifest },
  }),
);
const dashboard: Schemas["Dashboard"] = must(
  await api.GET("/api/dashboard", { params: { query: { environment: "development", window: "1h" } } }),
);

// @ts-expect-error a path that is not there
void (() => api.GET("/api/nowhere"));
// @ts-expect-error a body that lacks its source
void (() => api.POST("/api/functions", { body: { slug: "a" } }));
// @ts-expect-error a kind that is none
void (() => api.POST("/api/runtime-endpoints", { body: { kind: "ftp", slug: "a" } }));

const wrong = await api.POST("/api/functions", { body: { slug: "Not A Slug", source: "" } });
const issue: { path: string; message: string } | undefined = wrong.error?.error.details?.issues?.[0];
const missing = await api.GET("/api/functions/{functionId}", { params: { path: { functionId: "fn_none" } } });

console.log(
  JSON.stringify({
    location: created.response.headers.get("location") === "/api/functions/" + functionId,
    status,
    name: patched.name,
    presentRevision,
    heldBy,
    tool: tool.toolName,
    notDeployed: preview.notDeployed.length,
    listed: first?.id === deployment.id,
    log: detail.log.length > 0,
    record: record.data["city"],
    found: found.items.length,
    cron: cron.enabled,
    secret: secret.version,
    plan: plan.changes.length,
    calls: typeof dashboard,
    issue: issue?.path,
    missing: missing.error?.error.code,
  }),
);
`;
