import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, deploy, executionOf, issueKey, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform } from "../platform.ts";
import { verifies } from "../verifies.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const kills = full ? 15 : 3;
/** Each tries again when another was first, so the work grows with the square of this number. */
const atOnce = full ? 50 : 20;

/** Does the requested operation on the collection, and returns its result, or the error's code. */
const source = `
import { FunctionError, type Context } from "ferrule";
interface Input { do: "get" | "query" | "insert" | "upsert" | "update" | "delete" | "add"; name?: string; id?: string; argument?: unknown; options?: unknown }
/** Works with a collection. */
export default async function work(input: Input, ctx: Context) {
  const things = ctx.collection<{ n: number }>(input.name ?? "things");
  const id = input.id ?? "";
  try {
    if (input.do === "get") return { value: await things.get(id) };
    if (input.do === "query") return { value: await things.query(input.argument as object) };
    if (input.do === "insert") return { value: await things.insert(input.argument as { n: number }, input.options as object) };
    if (input.do === "upsert") return { value: await things.upsert(input.argument as { n: number }, input.options as object) };
    if (input.do === "update") return { value: await things.update(id, input.argument as { n: number }, input.options as { revision: number }) };
    if (input.do === "delete") return { value: await things.delete(id) };
    for (let tries = 1; ; tries += 1) {
      const record = await things.get(id);
      if (record === null) return { code: "NOT_FOUND" };
      try {
        await things.update(id, { n: record.data.n + 1 }, { revision: record.revision });
        return { value: tries };
      } catch (error) {
        if (!(error instanceof FunctionError) || error.code !== "REVISION_CONFLICT") throw error;
      }
    }
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    return { code: error.code, message: error.message };
  }
}
`;

interface Worked {
  value?: unknown;
  code?: string;
  message?: string;
}

describe("records in Functions", () => {
  const platform = duringTests(() => startTestPlatform({ embedded: true }));
  const client = duringTests(() => ownerOfProject(platform));
  let url: string;
  let collectionId: string;
  const keys = new Map<string, string>();
  const place = { environment: "development", tenantId: "a" } as const;

  before(async () => {
    const schema = {
      type: "object",
      properties: { n: { type: "integer" }, key: { type: "string" } },
      required: ["n"],
      additionalProperties: false,
    };
    ({ id: collectionId } = await client.createDataCollection({
      body: { name: "things", schema, indexes: ["n"], uniqueKeys: [["key"]] },
    }));
    const collections = [{ name: "things", access: "read-write" as const }];
    const permissions = { secrets: [], hosts: [], collections, cache: false };
    const body = { slug: "work", source, permissions, timeoutMs: 60_000 };
    const { id: functionId } = await client.createFunction({ body });
    const { id: endpointId, urls } = await createEndpoint(client, "http", "api");
    await client.createHttpBinding({ params: { endpointId }, body: { functionId, method: "POST", path: "/work" } });
    for (const tenantId of ["a", "b"]) keys.set(tenantId, await issueKey(client, endpointId, { tenantId }));
    url = `${urls.development}/work`;
    const grant = {
      subject: { kind: "function", id: functionId },
      access: "read-write",
      environment: "development",
    } as const;
    await client.replaceDataCollectionGrant({ params: { collectionId }, body: grant });
    await deploy(client);
  });

  const send = (input: object, tenantId: string) =>
    fetch(url, {
      method: "POST",
      headers: { "x-api-key": keys.get(tenantId) ?? "", "content-type": "application/json" },
      body: JSON.stringify(input),
    });

  async function work(input: object, tenantId = "a"): Promise<Worked> {
    let response = await send(input, tenantId);
    // A busy machine may have no free slot and refuse before anything ran; callers then try again.
    for (const until = Date.now() + 60_000; response.status === 503 && Date.now() < until;) {
      assert.match(await response.text(), /"OVERLOADED"/);
      await delay(Number(response.headers.get("retry-after") ?? 1) * 1_000);
      response = await send(input, tenantId);
    }
    assert.equal(response.status, 200, await response.clone().text());
    return (await response.json()) as Worked;
  }

  test("are inserted, read, queried, updated and deleted, in the caller's tenant alone", async () => {
    verifies("storage.collections");
    const made = (await work({ do: "insert", argument: { n: 1 }, options: { id: "one" } })).value as Record<
      string,
      unknown
    >;
    assert.deepEqual([made["id"], made["data"], made["revision"], made["version"]], ["one", { n: 1 }, 1, 1]);
    assert.deepEqual((await work({ do: "get", id: "one" })).value, made);
    assert.equal((await work({ do: "get", id: "one" }, "b")).value, null);
    assert.equal((await work({ do: "delete", id: "one" }, "b")).value, false);
    assert.equal((await work({ do: "insert", argument: { n: 2 }, options: { id: "one" } })).code, "UNIQUE_VIOLATION");
    const bad = await work({ do: "insert", argument: { n: "x" } });
    assert.deepEqual([bad.code, bad.message], ["VALIDATION_ERROR", "data.n must be an integer"]);
    for (let n = 2; n <= 4; n += 1) await work({ do: "insert", argument: { n } });
    const page = (await work({ do: "query", argument: { where: { n: { gte: 2 } }, orderBy: "-n", limit: 2 } }))
      .value as {
      items: { data: { n: number } }[];
      nextCursor: string;
    };
    assert.deepEqual(
      page.items.map(({ data }) => data.n),
      [4, 3],
    );
    const rest = { where: { n: { gte: 2 } }, orderBy: "-n", limit: 2, cursor: page.nextCursor };
    const next = (await work({ do: "query", argument: rest })).value as typeof page;
    assert.deepEqual(
      next.items.map(({ data }) => data.n),
      [2],
    );
    assert.equal((await work({ do: "query", argument: { where: { n: { near: 1 } } } })).code, "VALIDATION_ERROR");
    assert.equal(
      (await work({ do: "update", id: "one", argument: { n: 5 }, options: { revision: 9 } })).code,
      "REVISION_CONFLICT",
    );
    assert.equal(
      (await work({ do: "update", id: "none", argument: { n: 5 }, options: { revision: 1 } })).code,
      "NOT_FOUND",
    );
    assert.equal((await work({ do: "get", name: "secrets", id: "one" })).code, "NOT_GRANTED");
    const { data } = await client.getRecord({ params: { collectionId, recordId: "one" }, query: place });
    assert.deepEqual(data, { n: 1 });
    assert.equal((await work({ do: "delete", id: "one" })).value, true);
  });

  test(`of ${atOnce} calls that update one at once, none is lost`, async () => {
    await work({ do: "insert", argument: { n: 0 }, options: { id: "counter" } });
    const done = await Promise.all(Array.from({ length: atOnce }, () => work({ do: "add", id: "counter" })));
    assert.deepEqual(
      done.filter(({ value }) => typeof value !== "number"),
      [],
    );
    const { data, revision } = await client.getRecord({ params: { collectionId, recordId: "counter" }, query: place });
    assert.deepEqual([data, revision], [{ n: atOnce }, atOnce + 1]);
  });

  test("are upserted by a unique key: inserted once, then replaced, in the caller's tenant alone", async () => {
    type Upserted = { id: string; data: unknown; revision: number; created: boolean };
    const upsert = async (argument: object, options?: object, tenantId?: string) =>
      (await work({ do: "upsert", argument, options }, tenantId)).value as Upserted;
    const made = await upsert({ key: "x", n: 1 });
    assert.deepEqual([made.created, made.revision], [true, 1]);
    const replaced = await upsert({ key: "x", n: 2 }, { key: ["key"], revision: 1 });
    assert.deepEqual([replaced.created, replaced.id, replaced.revision], [false, made.id, 2]);
    assert.deepEqual(replaced.data, { key: "x", n: 2 });
    const stale = await work({ do: "upsert", argument: { key: "x", n: 3 }, options: { revision: 1 } });
    assert.equal(stale.code, "REVISION_CONFLICT");
    assert.equal((await upsert({ key: "x", n: 1 }, {}, "b")).created, true);
    await work({ do: "insert", argument: { n: 1 }, options: { id: "taken" } });
    const taken = await work({ do: "upsert", argument: { key: "y", n: 1 }, options: { id: "taken" } });
    assert.equal(taken.code, "UNIQUE_VIOLATION");
    const without = await work({ do: "upsert", argument: { n: 1 } });
    const why = "data.key must be there and not be null, because the record is found by it";
    assert.deepEqual([without.code, without.message], ["VALIDATION_ERROR", why]);
    const unknown = await work({ do: "upsert", argument: { key: "x", n: 1 }, options: { key: ["n"] } });
    assert.match(unknown.message ?? "", /^key must name a unique key of the collection: key$/);
    assert.equal((await work({ do: "upsert", name: "secrets", argument: { n: 1 } })).code, "NOT_GRANTED");
    const { headers } = await send({ do: "upsert", argument: { key: "noted", n: 1 } }, "a");
    const { hostCalls } = await executionOf(client, headers.get("x-request-id") ?? "");
    assert.deepEqual(
      hostCalls.map(({ name, ok }) => [name, ok]),
      [["collections.upsert", true]],
    );
    assert.doesNotMatch(JSON.stringify(hostCalls), /noted/);
  });

  test(`of ${atOnce} calls that upsert one key at once, each is a revision of one record`, async () => {
    const done = await Promise.all(
      Array.from({ length: atOnce }, (_, n) => work({ do: "upsert", argument: { key: "hot", n } })),
    );
    const upserted = done.map(({ value, code }) => (value ?? { code }) as { id: string; revision: number });
    assert.deepEqual(
      upserted.map(({ revision }) => revision).sort((one, other) => one - other),
      Array.from({ length: atOnce }, (_, at) => at + 1),
    );
    assert.equal(new Set(upserted.map(({ id }) => id)).size, 1);
  });

  test("that were acknowledged are there, whatever is killed with -9 meanwhile", async () => {
    const acknowledged = new Map<string, number>();
    const state = { over: false };
    const write = async (writer: number) => {
      for (let n = 0; !state.over; n += 1) {
        const id = `w${writer}-${n}`;
        const answer = await send({ do: "insert", argument: { n }, options: { id } }, "a").catch(() => undefined);
        const worked = answer?.status === 200 ? ((await answer.json().catch(() => ({}))) as Worked) : {};
        if (worked.value !== undefined) acknowledged.set(id, n);
        // This leaves the processor to the killed role when it starts again.
        await delay(20);
      }
    };
    const writing = Promise.all([1, 2, 3, 4].map(write));
    const more = (count: number) => {
      const wanted = acknowledged.size + count;
      return eventually(async () => (acknowledged.size >= wanted ? true : undefined), 120_000);
    };
    const sockets = new URL(platform.databaseUrl).searchParams.get("host") ?? "";
    const postmaster = () => Number(readFileSync(join(sockets, ".s.PGSQL.5432.lock"), "utf8").split("\n", 1)[0]);
    const victims = [() => platform.workers[0]?.pid, () => platform.controlPlane.pid, postmaster];
    await more(10);
    for (let kill = 0; kill < kills; kill += 1) {
      process.kill(victims[kill % victims.length]?.() ?? 0, "SIGKILL");
      await more(10);
    }
    state.over = true;
    await writing;
    const missing: string[] = [];
    for (const [id, n] of acknowledged) {
      const record = await client.getRecord({ params: { collectionId, recordId: id }, query: place }).catch(() => null);
      if (record?.data["n"] !== n) missing.push(id);
    }
    assert.deepEqual(missing, []);
  });
});
