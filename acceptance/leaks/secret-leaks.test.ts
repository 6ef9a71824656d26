import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import { after, before, describe, test } from "node:test";
import * as fc from "fast-check";
import type { Client } from "@ferrule/contract/client.ts";
import { listen } from "@ferrule/kit/network/listen.ts";
import { addRoute, addTool, deploy, executionOf, issueKey, openProject } from "../deploy.ts";
import { shareTestPlatform, type SharedPlatform } from "../platform.ts";
import { channels, encodings, leakingFunction, type Channel, type Encoding } from "./leaking-function.ts";
import { readingsOf, textsIn } from "./readings.ts";
import { secretValues, surroundings } from "./secret-values.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 1e9));
const runs = Number(process.env["FUZZ_RUNS"] ?? 300);
const values = fc.sample(secretValues, { seed, numRuns: 8 });

interface Attempt {
  index: number;
  channel: Channel;
  encoding: Encoding;
  before: string;
  after: string;
}

const attempts: fc.Arbitrary<Attempt> = fc.record({
  index: fc.nat(values.length - 1),
  channel: fc.constantFrom(...channels),
  encoding: fc.constantFrom(...encodings),
  before: surroundings,
  after: surroundings,
});

describe(`a secret cannot be got out through a record (FUZZ_SEED=${seed})`, () => {
  let platform: SharedPlatform;
  let outside: Server;
  let client: Client;
  let urls: { mcp: string; http: string };
  let headers: Record<"mcp" | "http", Record<string, string>>;
  let hits = 0;

  before(async () => {
    outside = createServer((_request, response) => {
      hits += 1;
      response.end();
    });
    platform = await shareTestPlatform();
    const port = platform.outsidePort;
    await listen(outside, port, "127.0.0.1");
    client = await platform.signInAsOwner();
    await openProject(client);
    const origin = `http://127.0.0.1:${port}`;
    const names = values.map((_, index) => `S${index}`);
    const permissions = { secrets: names, hosts: [origin], collections: [], cache: false };
    const body = { slug: "leak", source: leakingFunction(origin), permissions };
    const { id: functionId } = await client.createFunction({ body });
    const limits = { requestsPerMinute: 1_000_000 };
    const mcp = await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "tools", limits } });
    const http = await client.createRuntimeEndpoint({ body: { kind: "http", slug: "api", limits } });
    await addTool(client, mcp.id, { functionId, toolName: "leak", description: "Leaks." });
    await addRoute(client, http.id, { functionId, method: "POST", path: "/leak" });
    urls = { mcp: mcp.urls.development, http: `${http.urls.development}/leak` };
    const sent = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    headers = {
      mcp: { ...sent, "x-api-key": await issueKey(client, mcp.id) },
      http: { ...sent, "x-api-key": await issueKey(client, http.id) },
    };
    for (const [index, value] of values.entries()) {
      await client.createSecret({ body: { name: `S${index}`, environment: "development", value } });
    }
    await deploy(client);
  });
  after(async () => {
    await platform?.stop();
    outside?.close();
    outside?.closeAllConnections();
  });

  let made = 0;
  async function leak(attempt: Attempt): Promise<{ requestId: string; answer: string }> {
    const { index, channel, encoding, before, after } = attempt;
    const requestId = `leak-${seed}-${(made += 1)}`;
    const input = { secret: `S${index}`, channel, encoding, before, after };
    const given = channel === "input" ? { ...input, note: before + values[index] + after } : input;
    const kind = channel === "progress" || channel === "mcp-content" ? "mcp" : "http";
    const message = {
      jsonrpc: "2.0",
      id: made,
      method: "tools/call",
      params: { name: "leak", arguments: given, _meta: { progressToken: "p" } },
    };
    const response = await fetch(urls[kind], {
      method: "POST",
      headers: { ...headers[kind], "x-request-id": requestId },
      body: JSON.stringify(kind === "mcp" ? message : given),
    });
    return { requestId, answer: await response.text() };
  }

  const tells = (texts: readonly string[], value: string) =>
    [...texts, texts.join("")].flatMap(readingsOf).filter((reading) => reading.includes(value));

  test("every channel and encoding is one by which it could get out: the caller's answer shows it", async () => {
    const shown = { index: 0, before: "a", after: "b" };
    for (const encoding of encodings) {
      const { answer } = await leak({ ...shown, channel: "output", encoding });
      const said = (JSON.parse(answer) as { deep: { said: string }[] }).deep[0]?.said ?? "";
      assert.notDeepEqual(tells([said], values[0] ?? ""), [], encoding);
    }
    const before = hits;
    await leak({ ...shown, channel: "call-path", encoding: "raw" });
    assert.ok(hits > before, "the request arrived outside");
  });

  async function checkRecord(attempt: Attempt): Promise<void> {
    const value = values[attempt.index] ?? "";
    const { requestId, answer } = await leak(attempt);
    const execution = await executionOf(client, requestId);
    assert.notEqual(execution.status, "rejected", answer);
    const { input, output, error, logs, calls } = execution;
    const parts = [input, output, error, logs.map(({ message, data }) => [message, data]), calls];
    for (const part of parts) assert.deepEqual(tells(textsIn(part), value), [], JSON.stringify(attempt));
    if (attempt.channel === "progress") assert.deepEqual(tells([answer], value), []);
  }

  test(`no record of ${runs} calls tells a value, however it was written`, async () => {
    // Ten at a time: the list shows a record some 50 ms after its response.
    const ten = fc.array(attempts, { minLength: 10, maxLength: 10 });
    const property = fc.asyncProperty(ten, async (batch) => void (await Promise.all(batch.map(checkRecord))));
    await fc.assert(property, { seed, numRuns: Math.ceil(runs / 10) });
  });
});
