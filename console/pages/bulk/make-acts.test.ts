import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import type * as MakeActs from "./make-acts.ts";

const row = { id: "x_1", revision: 7 };

describe("an act of a list", () => {
  let acts: typeof MakeActs;
  /** The method and the revision of each request. */
  let sent: string[];
  let status: number;
  beforeEach(async () => {
    sent = [];
    status = 204;
    mock.method(globalThis, "fetch", async (_path: string, { method, headers }: RequestInit) => {
      sent.push(`${method} ${new Headers(headers).get("if-match")}`);
      const body = { error: { code: "REFUSED", message: "Refused.", requestId: "req_1" } };
      return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
    });
    // Its channel would keep the process.
    mock.property(globalThis, "BroadcastChannel", undefined);
    acts = await import("./make-acts.ts");
  });
  afterEach(() => mock.restoreAll());

  const deletion = () =>
    acts.deleting("deleteFunction", ({ id }: typeof row) => ({ params: { functionId: id } }), { description: "" });

  test("deletes the row as it is shown, after its number is typed", async () => {
    const { call, isFinal, verb } = deletion();
    await call(row);
    assert.deepEqual([sent, isFinal, verb], [[`DELETE "7"`], true, "Delete"]);
  });

  test("counts a row as deleted that somebody else has deleted meanwhile, and no other refusal", async () => {
    status = 404;
    await deletion().call(row);
    for (status of [403, 409, 412])
      await assert.rejects(async () => deletion().call(row), { status, message: "Refused." });
  });

  test("changes a row as it is shown", async () => {
    const { call } = acts.enabling("updateUser", ({ id }: typeof row) => ({ params: { userId: id }, body: {} }), {
      description: "",
    });
    await call(row);
    assert.deepEqual(sent, [`PATCH "7"`]);
  });

  test("disables an endpoint whatever has changed meanwhile", async () => {
    const targetOf = ({ id }: typeof row) => ({ params: { endpointId: id } });
    const { call, verb } = acts.disabling("disableRuntimeEndpoint", targetOf, { description: "" });
    await call(row);
    assert.deepEqual([sent, verb], [["POST null"], "Disable"]);
  });
});
