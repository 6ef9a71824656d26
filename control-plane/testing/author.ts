import type { Client } from "@ferrule/contract/client.ts";
import type { Deployment } from "@ferrule/contract/resources/deployment.ts";
import type { DeploymentAction, Role } from "@ferrule/contract/states.ts";
import type { Scene } from "../doors/internal/testing/start-scene.ts";
import { keepCalled } from "./keep-called.ts";

/** A user who edits the drafts of a Project of their own and deploys them, over the management API. */
export interface Author {
  projectId: string;
  /** The owner's client. */
  client: Client;
  /** A client of another user in the same Project. */
  as: (role: Role) => Promise<Client>;
  /** `called: false`: nothing calls the Function, so no deployment includes it. */
  addFunction: (slug: string, draft?: { source?: string; secrets?: string[]; called?: boolean }) => Promise<string>;
  addEndpoint: (slug: string, kind?: "mcp" | "http") => Promise<string>;
  bindTool: (endpointId: string, functionId: string, toolName: string) => Promise<string>;
  deploy: () => Promise<Deployment>;
  cancel: (id: string) => Promise<Deployment>;
  get: (id: string) => ReturnType<Client["getDeployment"]>;
}

/** An author in a new Project of the scene. */
export async function startAuthor({ plane }: Scene): Promise<Author> {
  const { id: projectId } = await plane.createProject();
  const client = await plane.signInAs("owner", projectId);
  return {
    projectId,
    client,
    as: (role) => plane.signInAs(role, projectId),
    async addFunction(slug, { source = `// ${slug}`, secrets = [], called = true } = {}) {
      const permissions = { secrets };
      const { id } = await client.createFunction({ body: { slug, source, permissions } });
      if (called) await keepCalled(client, id);
      return id;
    },
    addEndpoint: async (slug, kind = "mcp") => (await client.createRuntimeEndpoint({ body: { kind, slug } })).id,
    async bindTool(endpointId, functionId, toolName) {
      const body = { functionId, toolName, description: "A tool" };
      return (await client.createMcpBinding({ params: { endpointId }, body })).id;
    },
    deploy: () => client.createDeployment({ body: {} }),
    cancel: (id) => client.cancelDeployment({ params: { projectDeploymentId: id } }),
    get: (id) => client.getDeployment({ params: { projectDeploymentId: id } }),
  };
}

export const actionOf = (deployment: Deployment, action: DeploymentAction) =>
  deployment.availableActions.find((entry) => entry.action === action);
