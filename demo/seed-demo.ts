import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type Client } from "@ferrule/contract/client.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { demoProject, demoSource } from "./demo-project.ts";

/** What a person needs to call the demo; kept in `demo.json` (mode 600). */
export interface DemoSeed {
  mockIntegrationUrl: string;
  mcpUrl: string;
  mcpKey: string;
  httpUrl: string;
  httpKey: string;
}

export interface SeedOptions {
  /** The control plane's address for the management API, and the token that gateways show there. */
  url: string;
  internalApiToken: string;
  /** The public origin for the URLs in the demo's description. */
  publicUrl: string;
  dataDir: string;
  mockIntegrationUrl: string;
  signInLink: () => Promise<{ token: string }>;
  log: Log;
}

const kept = (file: string): DemoSeed | null => {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as DemoSeed;
  } catch {
    return null;
  }
};

async function openProject(client: Client): Promise<string> {
  const { items } = await client.listProjects({ query: { limit: 200 } });
  const found = items.find((project) => project.slug === demoProject.slug);
  const { slug, name, description } = demoProject;
  const project = found ?? (await client.createProject({ body: { slug, name, description } }));
  await client.selectProject({ params: { projectId: project.id } });
  return project.id;
}

async function openEndpoint(client: Client, kind: "mcp" | "http") {
  const { items } = await client.listRuntimeEndpoints({ query: { limit: 200, kind } });
  const wanted = kind === "mcp" ? demoProject.mcpEndpoint : demoProject.httpApi;
  return (
    items.find((endpoint) => endpoint.slug === wanted.slug) ??
    client.createRuntimeEndpoint({ body: { kind, ...wanted } })
  );
}

async function putFunctions(
  client: Client,
  mockIntegrationUrl: string,
  endpointIds: { mcp: string; http: string },
): Promise<void> {
  const { items } = await client.listFunctions({ query: { limit: 200 } });
  for (const { slug, name, tool, route } of demoProject.functions) {
    const source = demoSource(slug, mockIntegrationUrl);
    const permissions = { secrets: [], hosts: [mockIntegrationUrl], collections: [], cache: false };
    const found = items.find((candidate) => candidate.slug === slug);
    if (found) {
      await client.updateFunction({ params: { functionId: found.id }, body: { source, permissions } });
      continue;
    }
    const made = await client.createFunction({ body: { slug, name, source, permissions } });
    await client.createMcpBinding({ params: { endpointId: endpointIds.mcp }, body: { functionId: made.id, ...tool } });
    await client.createHttpBinding({
      params: { endpointId: endpointIds.http },
      body: { functionId: made.id, ...route },
    });
  }
}

async function deploy(client: Client): Promise<void> {
  const { id } = await client.createDeployment({ body: { message: "Demo Project" } });
  for (;;) {
    const deployment = await client.getDeployment({ params: { projectDeploymentId: id } });
    if (deployment.status === "completed") return;
    if (deployment.status === "failed" || deployment.status === "cancelled") {
      throw new Error(`The demo Project was not deployed: ${deployment.error?.message ?? deployment.status}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Seeds the demo Project through the management API as the owner: Functions that call the mock integration service, an
 * MCP Endpoint and an HTTP API with a key each, deployed to Development. Does nothing if the demo is there already and
 * the mock service has the same address.
 */
export async function seedDemo(options: SeedOptions): Promise<DemoSeed> {
  const { url, internalApiToken, dataDir, mockIntegrationUrl, signInLink, log } = options;
  const file = join(dataDir, "demo.json");
  const before = kept(file);
  if (before?.mockIntegrationUrl === mockIntegrationUrl) {
    const rebased = (address: string) => options.publicUrl + new URL(address).pathname;
    return { ...before, mcpUrl: rebased(before.mcpUrl), httpUrl: rebased(before.httpUrl) };
  }
  log.info("seeding the demo Project");
  const client = createClient({ baseUrl: url, cookies: "keep", headers: { "x-internal-token": internalApiToken } });
  await client.loginWithLink({ body: { token: (await signInLink()).token } });
  await openProject(client);
  const mcp = await openEndpoint(client, "mcp");
  const http = await openEndpoint(client, "http");
  await putFunctions(client, mockIntegrationUrl, { mcp: mcp.id, http: http.id });
  await deploy(client);
  const issue = async (endpointId: string) =>
    (await client.createApiKey({ params: { endpointId }, body: { name: "npm start", environment: "development" } }))
      .value;
  const seed: DemoSeed = {
    mockIntegrationUrl,
    mcpUrl: mcp.urls.development,
    mcpKey: before?.mcpKey ?? (await issue(mcp.id)),
    httpUrl: http.urls.development,
    httpKey: before?.httpKey ?? (await issue(http.id)),
  };
  writeFileSync(file, `${JSON.stringify(seed, null, 2)}\n`, { mode: 0o600 });
  await client.logout();
  return seed;
}
