import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { addRoute, createEndpoint, createFunction, deploy, executionOf, issueKey, ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";
import { verifies } from "../verifies.ts";

/** Each Function's attack, with the status and code for its caller and the recorded execution. */
const hostile = {
  "endless-loop": {
    body: "while (true) {}",
    status: 504,
    code: /^FUNCTION_(TIMEOUT|CPU_EXCEEDED)$/,
    recorded: "timed_out",
  },
  "endless-wait": {
    body: "await new Promise(() => {});",
    status: 504,
    code: /^FUNCTION_TIMEOUT$/,
    recorded: "timed_out",
  },
  "memory-bomb": {
    body: "const hold: number[][] = []; for (;;) hold.push(new Array(100_000).fill(hold.length));",
    status: 500,
    code: /^FUNCTION_OUT_OF_MEMORY$/,
    recorded: "failed",
  },
  "throws-null": { body: "throw null;", status: 500, code: /^FUNCTION_ERROR$/, recorded: "failed" },
  "throws-secret-text": {
    body: `throw new Error("connection to postgres://admin:hunter2@db failed");`,
    status: 500,
    code: /^FUNCTION_ERROR$/,
    recorded: "failed",
  },
  "reaches-inside": {
    body: `await fetch("http://127.0.0.1:1/");`,
    status: 500,
    code: /^(FUNCTION_ERROR|EGRESS_DENIED|NOT_GRANTED)$/,
    recorded: "failed",
  },
} as const;

describe("Functions that misbehave", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let url: string;
  let key: string;

  before(async () => {
    const endpoint = await createEndpoint(client, "http", "api");
    url = endpoint.urls.development;
    key = await issueKey(client, endpoint.id);
    const bind = async (slug: string, source: string) => {
      const functionId = await createFunction(client, slug, source);
      // On a crowded machine, attacks that end by themselves may take longer.
      const timeoutMs = slug.startsWith("endless-") ? 1_500 : 30_000;
      await client.updateFunction({ params: { functionId }, body: { timeoutMs, memoryMb: 32 } });
      await addRoute(client, endpoint.id, { functionId, method: "GET", path: `/${slug}` });
    };
    for (const [slug, { body }] of Object.entries(hostile)) {
      await bind(
        slug,
        `export default async function run(): Promise<{ never: boolean }> { ${body} return { never: true }; }`,
      );
    }
    await bind("neighbour", "export default async function run() { return { fine: true }; }");
    await deploy(client);
  });

  for (const [slug, expected] of Object.entries(hostile)) {
    test(`${slug}: the caller gets a safe ${expected.status}, the call is recorded, neighbours answer meanwhile`, async () => {
      verifies("errors.sanitized");
      const requestId = `hostile-${slug}`;
      const call = fetch(`${url}/${slug}`, { headers: { "x-api-key": key, "x-request-id": requestId } });
      const state = { over: false };
      const noteEnd = () => {
        state.over = true;
      };
      call.then(noteEnd, noteEnd);
      let neighbours = 0;
      do {
        const response = await fetch(`${url}/neighbour`, { headers: { "x-api-key": key } });
        assert.equal(response.status, 200, await response.text());
        neighbours += 1;
      } while (!state.over);
      const response = await call;
      const text = await response.text();
      assert.equal(response.status, expected.status, text);
      const { error } = JSON.parse(text) as { error: { code: string; requestId: string } };
      assert.match(error.code, expected.code);
      assert.equal(error.requestId, requestId);
      assert.ok(!text.includes("hunter2"), text);
      assert.ok(neighbours > 0);
      const execution = await executionOf(client, requestId);
      assert.equal(execution.status, expected.recorded);
      assert.ok(execution.error);
    });
  }
});
