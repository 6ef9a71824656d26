import assert from "node:assert/strict";
import test from "node:test";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { CollectionAccess } from "@ferrule/contract/resources/data-collection.ts";
import type { AskControlPlane } from "../../../ground/control-plane-client/ask-control-plane.ts";
import { Cancellation } from "../../../ground/cancellation.ts";
import type { Invocation } from "../call/invocation.ts";
import { createCollectionCalls } from "./collections.ts";

/**
 * The result of each call with this access: whether the control plane is asked, and whether it counts as a change
 * outside.
 */
async function callsWith(access: CollectionAccess): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  const ask: AskControlPlane = (name) => Promise.resolve(name);
  for (const [name, call] of Object.entries(createCollectionCalls(ask))) {
    let touched = false;
    const never = () => assert.fail("it only asks the control plane");
    const context = {
      invocation: { grant: { collections: [{ name: "orders", access }] } } as unknown as Invocation,
      dropped: new Cancellation(),
      signal: new AbortController().signal,
      ended: new AbortController().signal,
      touch: () => (touched = true),
      cancel: never,
      record: never,
      noteStatement: never,
    };
    const answer = await call({ collection: "orders" }, new Uint8Array(0), context).catch((error: unknown) => error);
    if (answer instanceof HostCallError) seen[name] = answer.code;
    else seen[name] = `${touched ? "changes" : "reads"} by ${(answer as { value: string }).value}`;
  }
  return seen;
}

test("each call needs the access to read or to write, and those that write count as changes outside", async () => {
  const reads = { "collections.get": "reads by collections.get", "collections.query": "reads by collections.query" };
  const writes = {
    "collections.insert": "changes by collections.insert",
    "collections.upsert": "changes by collections.upsert",
    "collections.update": "changes by collections.update",
    "collections.delete": "changes by collections.delete",
  };
  const refused = (calls: object) => Object.fromEntries(Object.keys(calls).map((name) => [name, "NOT_GRANTED"]));
  assert.deepEqual(await callsWith("read-write"), { ...reads, ...writes });
  assert.deepEqual(await callsWith("read"), { ...reads, ...refused(writes) });
  assert.deepEqual(await callsWith("write"), { ...refused(reads), ...writes });
});
