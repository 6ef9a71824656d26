import type { Client } from "@ferrule/contract/client.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { FunctionResource } from "@ferrule/contract/resources/function.ts";
import type { RuntimeEndpoint } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { slug } from "@ferrule/contract/resources/fields.ts";

export const functionSlug = slug.describe("The Function's slug.");
export const endpointSlug = slug.describe("The endpoint's slug.");

/** The Function with this slug; undefined if there is none. */
export async function findBySlug(client: Client, name: string): Promise<FunctionResource | undefined> {
  const { items } = await client.listFunctions({ query: { names: name, limit: 200 } });
  const found = items.find((one) => one.slug === name);
  return found && client.getFunction({ params: { functionId: found.id } });
}

/** @throws PublicError NOT_FOUND */
export async function functionNamed(client: Client, name: string): Promise<FunctionResource> {
  const found = await findBySlug(client, name);
  if (found !== undefined) return found;
  throw new PublicError("NOT_FOUND", `There is no Function ${name}. The tool overview lists those that there are.`);
}

/** The endpoint with this slug; undefined if there is none. */
export async function findEndpointBySlug(client: Client, name: string): Promise<RuntimeEndpoint | undefined> {
  const { items } = await client.listRuntimeEndpoints({ query: { q: name, limit: 200 } });
  return items.find((one) => one.slug === name);
}

/** @throws PublicError NOT_FOUND */
export async function endpointNamed(client: Client, name: string): Promise<RuntimeEndpoint> {
  const found = await findEndpointBySlug(client, name);
  if (found !== undefined) return found;
  throw new PublicError("NOT_FOUND", `There is no endpoint ${name}. The tool overview lists those that there are.`);
}
