import { collectionCalls, type CollectionCall } from "@ferrule/contract/internal/collection-calls.ts";
import { z } from "zod";
import type { AskControlPlane } from "../../../ground/control-plane-client/ask-control-plane.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { HostCall, HostCallContext } from "./host-call.ts";

const named = z.looseObject({ collection: z.string().max(100) });

function requireAccess({ invocation }: HostCallContext, collection: string, isWrite: boolean): void {
  const { access } = invocation.grant.collections.find(({ name }) => name === collection) ?? {};
  if (access === "read-write" || access === (isWrite ? "write" : "read")) return;
  const what = `${isWrite ? "write" : "read"} the collection ${collection.slice(0, 63)}`;
  const message = `This call was not granted to ${what}: the Function must declare it and the policy allow it.`;
  throw new HostCallError("NOT_GRANTED", message);
}

const call =
  (ask: AskControlPlane, name: CollectionCall): HostCall =>
  async (argument, _bytes, context) => {
    const given = named.safeParse(argument);
    if (!given.success) throw new HostCallError("VALIDATION_ERROR", "The name of a collection is a string.");
    const isWrite = collectionCalls[name] === "write";
    requireAccess(context, given.data.collection, isWrite);
    if (isWrite) context.touch();
    return { value: await ask(`collections.${name}`, given.data, context) };
  };

/**
 * `ctx.collection(name)`: records of the call's own Project, environment and tenant. This checks the Function's
 * declaration and the policy. The control plane checks the collection's grants, its schema and the rest.
 */
export const createCollectionCalls = (ask: AskControlPlane): Record<string, HostCall> =>
  Object.fromEntries(
    (Object.keys(collectionCalls) as CollectionCall[]).map((name) => [`collections.${name}`, call(ask, name)]),
  );
