import { z } from "zod";
import { PublicError } from "@ferrule/contract/errors.ts";
import { endpointNamed, functionNamed } from "./named.ts";
import { tool, type ToolScene } from "./tool.ts";

const input = z.strictObject({
  kind: z.enum(["function", "endpoint", "tool", "route", "test_case"]),
  name: z.string().min(1).max(400).describe("Slug, tool name, route as GET /orders, or the test case's name."),
  of: z.string().max(63).optional().describe("The endpoint of a tool or route; the Function of a test case."),
});
type Input = z.output<typeof input>;

const match = (revision: number) => ({ "if-match": `"${revision}"` });

function required<T>(found: T | undefined, { kind, name }: Input): T {
  if (found !== undefined) return found;
  throw new PublicError("NOT_FOUND", `There is no ${kind.replace("_", " ")} ${name}.`);
}

const removals: Record<Input["kind"], (scene: ToolScene, given: Input) => Promise<unknown>> = {
  function: async ({ client }, { name }) => {
    const { id, revision } = await functionNamed(client, name);
    return client.deleteFunction({ params: { functionId: id }, headers: match(revision) });
  },
  endpoint: async ({ client }, { name }) => {
    const { id, revision } = await endpointNamed(client, name);
    return client.deleteRuntimeEndpoint({ params: { endpointId: id }, headers: match(revision) });
  },
  tool: async ({ client }, given) => {
    const { id: endpointId } = await endpointNamed(client, given.of ?? "");
    const { items } = await client.listMcpBindings({ params: { endpointId }, query: { q: given.name, limit: 200 } });
    const { id: bindingId, revision } = required(
      items.find((one) => one.toolName === given.name),
      given,
    );
    return client.deleteMcpBinding({ params: { endpointId, bindingId }, headers: match(revision) });
  },
  route: async ({ client }, given) => {
    const { id: endpointId } = await endpointNamed(client, given.of ?? "");
    const { items } = await client.listHttpBindings({ params: { endpointId }, query: { limit: 200 } });
    const found = items.find(({ method, path }) => `${method} ${path}` === given.name);
    const { id: bindingId, revision } = required(found, given);
    return client.deleteHttpBinding({ params: { endpointId, bindingId }, headers: match(revision) });
  },
  test_case: async ({ client }, given) => {
    const { id: functionId } = await functionNamed(client, given.of ?? "");
    const { items } = await client.listTestCases({ params: { functionId }, query: { limit: 200 } });
    const { id: testCaseId, revision } = required(
      items.find((one) => one.name === given.name),
      given,
    );
    return client.deleteTestCase({ params: { functionId, testCaseId }, headers: match(revision) });
  },
};

/** Deletes a thing of the drafts, once a person has confirmed. */
export const remove = tool({
  name: "delete",
  title: "Delete",
  description:
    "Deletes a Function, an endpoint, a tool, a route or a test case. A person must confirm: show them the link, and call again with the same arguments.",
  scope: "write",
  hints: { readOnlyHint: false, destructiveHint: true },
  input,
  output: { deleted: z.string() },
  run: async (scene, given) => {
    await removals[given.kind](scene, given);
    return { deleted: `${given.kind} ${given.name}` };
  },
});
