import assert from "node:assert/strict";
import { ApiError } from "@ferrule/contract/api-error.ts";
import type { Client } from "@ferrule/contract/client.ts";
import type { commit } from "@ferrule/contract/resources/commit.ts";
import type { EndpointKind } from "@ferrule/contract/states.ts";
import type { z } from "zod";
import { eventually } from "./eventually.ts";

/** The commit from which a deployment's drafts come, as its caller says. */
export type GivenCommit = z.input<typeof commit>;

let projects = 0;

/** A machine that runs other tests takes longer to list an execution. */
const listedMs = process.env["FERRULE_TEST_LENGTH"] === "full" ? 1_000 : 20_000;

/** Creates a new Project and selects it. */
export async function openProject(client: Client): Promise<{ id: string; slug: string }> {
  projects += 1;
  const project = await client.createProject({ body: { slug: `project-${process.pid}-${projects}`, name: "Journey" } });
  await client.selectProject({ params: { projectId: project.id } });
  return project;
}

/** A client of the owner, who has selected a new Project. */
export async function ownerOfProject(platform: { signInAsOwner: () => Promise<Client> }): Promise<Client> {
  const client = await platform.signInAsOwner();
  await openProject(client);
  return client;
}

/** Creates a Function, and an endpoint of `kind` if `endpointId` names none. */
export async function createFunction(
  client: Client,
  slug: string,
  source: string,
  hosts: string[] = [],
): Promise<string> {
  const permissions = { secrets: [], hosts, collections: [], cache: false };
  return (await client.createFunction({ body: { slug, source, permissions } })).id;
}

/**
 * Adds a cron that is switched off, so that deployments contain a Function that nothing else binds. Returns the cron's
 * id.
 */
export async function keepCalled(client: Client, functionId: string): Promise<string> {
  const body = { functionId, name: "off", schedule: "0 0 1 1 *", enabled: false };
  return (await client.createCronBinding({ body })).id;
}

export async function createEndpoint(client: Client, kind: EndpointKind, slug: string) {
  return client.createRuntimeEndpoint({ body: { kind, slug, limits: { requestsPerMinute: 1_000_000 } } });
}

type BodyOf<Create extends (input: never) => unknown> = Extract<Parameters<Create>[0], { body: unknown }>["body"];

/** Offers a Function as a tool of an MCP endpoint. */
export const addTool = (client: Client, endpointId: string, body: BodyOf<Client["createMcpBinding"]>) =>
  client.createMcpBinding({ params: { endpointId }, body });

/** Offers a Function as a route of an HTTP endpoint. */
export const addRoute = (client: Client, endpointId: string, body: BodyOf<Client["createHttpBinding"]>) =>
  client.createHttpBinding({ params: { endpointId }, body });

/**
 * Offers a Function that greets, on two endpoints: as the tool `greet`, and as the route `GET /greetings/{name}`, which
 * responds with 200 by default.
 */
export async function offerGreetings(client: Client, functionId: string, successStatus = 200) {
  const mcp = await createEndpoint(client, "mcp", "tools");
  const http = await createEndpoint(client, "http", "api");
  await addTool(client, mcp.id, { functionId, toolName: "greet", description: "Greets somebody by name." });
  await addRoute(client, http.id, { functionId, method: "GET", path: "/greetings/{name}", successStatus });
  return { mcp, http };
}

export const issueKey = async (
  client: Client,
  endpointId: string,
  extra: { tenantId?: string; scopes?: string[]; environment?: "development" | "production" } = {},
) =>
  (
    await client.createApiKey({
      params: { endpointId },
      body: { name: "journey", environment: "development", ...extra },
    })
  ).value;

/** Nothing while the gateway asks to try again, because nobody behind it answers just now: a busy machine is late. */
const unlessBusy = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "UNAVAILABLE" && error.retryAfterSeconds !== undefined)
      return undefined;
    throw error;
  });

/** Deploys the Project to Development and polls the list until it is done. */
export async function deploy(
  client: Client,
  expected: "completed" | "failed" = "completed",
  message: string = "journey",
  { withinMs = 60_000, commit }: { withinMs?: number; commit?: GivenCommit | undefined } = {},
) {
  const { id } = await client.createDeployment({ body: { message, ...(commit && { commit }) } });
  const done = await eventually(async () => {
    const listed = await unlessBusy(client.listDeployments({ query: { limit: 20 } }));
    const found = listed?.items.find((item) => item.projectDeploymentId === id);
    return found && ["completed", "failed", "cancelled"].includes(found.status) ? found : undefined;
  }, withinMs);
  assert.equal(done.status, expected, JSON.stringify(done.error));
  return done;
}

/** The execution of a request, once it is listed: within one second after the response. */
export async function executionOf(client: Client, requestId: string) {
  const listed = async () => (await client.listExecutions({ query: { requestId } })).items[0];
  const found = await eventually(listed, listedMs);
  return client.getExecution({ params: { executionId: found.id } });
}
