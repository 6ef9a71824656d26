import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request as send, type ClientRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { eventually } from "../../testing/eventually.ts";
import { startTestControlPlane, type SignedIn, type TestControlPlane } from "../../testing/test-control-plane.ts";

const generousMs = 30_000;
const place = { environment: "development", tenantId: "acme" } as const;

let plane: TestControlPlane;
let owner: SignedIn;
let collectionId: string;
/** A single connection, which is reused. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

before(async () => {
  plane = await startTestControlPlane();
  owner = await plane.session("owner");
  const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
  ({ id: collectionId } = await owner.client.createDataCollection({ body: { name: "lines", schema } }));
});
after(async () => {
  agent.destroy();
  await plane[Symbol.asyncDispose]();
});

/** Opens a request whose body the test writes. */
function open(method: string, path: string, contentType = "application/x-ndjson"): ClientRequest {
  const headers = { ...owner.headers(), "content-type": contentType };
  return send(plane.url + path, { method, agent, headers, signal: AbortSignal.timeout(generousMs) });
}

const importPath = () =>
  `/api/data-collections/${collectionId}/import?environment=${place.environment}&tenantId=${place.tenantId}`;

async function answerOf(request: ClientRequest): Promise<{ status: number; text: string }> {
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: await text(response) };
}

const listRecords = () => owner.client.queryRecords({ params: { collectionId }, body: place });

describe("numbers that would change are refused with the reason", () => {
  const told = /would lose digits: numbers hold integers exactly only up to 9007199254740991/;
  test("in a line of an import, by its place", async () => {
    const request = open("POST", importPath());
    request.end('{"data":{"n":1}}\n{"data":{"n":9007199254740993}}\n');
    const { status, text: answer } = await answerOf(request);
    assert.equal(status, 400);
    assert.match(answer, /"path":"line 2\.data\.n"/);
    assert.match(answer, told);
  });
  test("in the body of any operation", async () => {
    const request = open("POST", "/api/functions", "application/json");
    request.end('{"slug":"big","source":"","inputSchema":{"const":12345678901234567890}}');
    const { status, text: answer } = await answerOf(request);
    assert.equal(status, 400);
    assert.match(answer, /"path":"body\.inputSchema\.const"/);
    assert.match(answer, told);
  });
});

describe("bodies of an import", () => {
  test("one that is refused while it is sent leaves the connection usable", { timeout: generousMs }, async () => {
    for (const [path, contentType] of [
      [importPath(), "application/x-ndjson"],
      ["/api/functions", "application/json"],
    ] as const) {
      const refused = open("POST", path, contentType);
      // In two parts, so that no content-length announces the size.
      refused.write('{"data":"');
      refused.end("x".repeat(6_000_000));
      assert.equal((await answerOf(refused)).status, 413);
      const next = open("GET", "/api/projects");
      next.end();
      assert.equal((await answerOf(next)).status, 200, `after ${path}`);
    }
  });

  test("a line that is too long is refused before the rest has arrived", { timeout: generousMs }, async () => {
    const endless = open("POST", importPath());
    endless.write(`{"data":{"n":1}}\n{"data":"${"x".repeat(600_000)}`);
    const { status, text: said } = await answerOf(endless);
    endless.destroy();
    assert.equal(status, 413);
    assert.match(said, /Line 2 has more than/);
    assert.deepEqual((await listRecords()).items, []);
    await eventually(async () => plane.app.spool.heldBytes() === 0 || undefined);
  });

  test("one that is slow to arrive keeps nobody else waiting", { timeout: generousMs }, async () => {
    const slow = open("POST", importPath());
    slow.write('{"data":{"n":1}}\n');
    slow.flushHeaders();
    await eventually(async () => plane.app.spool.heldBytes() > 0 || undefined);
    // This must not wait for anything that the import could hold: neither the collection's lock nor a transaction.
    const { revision } = await owner.client.getDataCollection({ params: { collectionId } });
    const changed = await owner.client.updateDataCollection({
      params: { collectionId },
      body: { indexes: ["n"] },
      headers: { "if-match": `"${revision}"` },
    });
    assert.deepEqual(changed.indexes, ["n"]);
    const idle = sql`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
    await eventually(async () => {
      const { rows } = await plane.app.store.inInstallation(({ tx }) => idle.execute(tx));
      return rows.length === 0 || undefined;
    });
    slow.end('{"data":{"n":2}}');
    assert.deepEqual(JSON.parse((await answerOf(slow)).text), { inserted: 2, replaced: 0 });
    assert.equal((await listRecords()).items.length, 2);
    await eventually(async () => plane.app.spool.heldBytes() === 0 || undefined);
  });
});
