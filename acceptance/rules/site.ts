import type { EndpointKind } from "@ferrule/contract/states.ts";
import type { SignedIn, TestControlPlane } from "@ferrule/control-plane/testing/test-control-plane.ts";

/** A Project and the owner who fills it; everything made there gets a new name. */
export interface Site {
  projectId: string;
  owner: SignedIn;
  controlPlane: TestControlPlane;
  /** Creates a Function; `source` runs only if a worker runs it. */
  createFunction: (source?: string) => Promise<{ id: string; revision: number }>;
  createEndpoint: (kind?: EndpointKind) => Promise<{ id: string; revision: number }>;
  createTool: () => Promise<{ endpointId: string; functionId: string; id: string; revision: number; toolName: string }>;
  createRoute: () => Promise<{ endpointId: string; functionId: string; id: string; revision: number; path: string }>;
  createKey: () => Promise<{ endpointId: string; keyId: string }>;
}

let made = 0;

/** The prefixes that `fresh` has numbered. */
export const numberedPrefixes = new Set<string>();

/** An unused name: `prefix-17`. */
export function fresh(prefix: string): string {
  numberedPrefixes.add(prefix);
  return `${prefix}-${(made += 1)}`;
}

const source = `export default async function run(input: { text: string }) { return { text: input.text }; }`;

/** The Project that `owner` has selected, as a place for new things. */
export function siteOf(controlPlane: TestControlPlane, owner: SignedIn, projectId: string): Site {
  const { client } = owner;
  const createFunction: Site["createFunction"] = (text = source) =>
    client.createFunction({ body: { slug: fresh("function"), source: text } });
  const createEndpoint: Site["createEndpoint"] = (kind = "mcp") =>
    client.createRuntimeEndpoint({ body: { kind, slug: fresh("endpoint") } });
  return {
    projectId,
    owner,
    controlPlane,
    createFunction,
    createEndpoint,
    createTool: async () => {
      const [{ id: functionId }, { id: endpointId }] = [await createFunction(), await createEndpoint("mcp")];
      const body = { functionId, toolName: fresh("tool"), description: "A tool." };
      return { ...(await client.createMcpBinding({ params: { endpointId }, body })), functionId };
    },
    createRoute: async () => {
      const [{ id: functionId }, { id: endpointId }] = [await createFunction(), await createEndpoint("http")];
      const body = { functionId, method: "GET" as const, path: `/${fresh("route")}` };
      return client.createHttpBinding({ params: { endpointId }, body });
    },
    createKey: async () => {
      const { id: endpointId } = await createEndpoint();
      const body = { name: fresh("key"), environment: "development" as const };
      return { endpointId, keyId: (await client.createApiKey({ params: { endpointId }, body })).id };
    },
  };
}

/** A new Project with its own owner. */
export async function openSite(controlPlane: TestControlPlane): Promise<Site> {
  const { id } = await controlPlane.createProject();
  return siteOf(controlPlane, await controlPlane.session("owner", id), id);
}
