import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { approvalRule } from "@ferrule/contract/resources/approval.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { endpointState, keyState, type TestFunction } from "../../../testing/deployed.ts";
import { publicUrl, startTestWorker, until } from "../../../testing/test-worker.ts";

const functions: TestFunction[] = [
  { name: "list", code: "list", route: "GET /orders" },
  { name: "pay", code: "pay", route: "POST /orders/{orderId}/pay", scope: "pay" },
  { name: "any", code: "any", route: "GET /{a}/{b}" },
];

interface ApiDocument {
  servers: { url: string }[];
  paths: Record<string, Record<string, { security?: object[] }>>;
  security: object[];
  components: { securitySchemes: Record<string, { type: string; flows?: object }> };
}

describe("what an HTTP API says of itself", () => {
  const worker = duringTests(() =>
    startTestWorker({ functions, settings: { publicAppsUrl: "http://*.apps.example" } }),
  );
  const address = "/http/development/one/api/-/openapi.json";
  const ask = (headers: Record<string, string | undefined> = {}, method = "GET") =>
    worker.fetch(address, { method, headers });
  const routesOf = async (answer: Response) => Object.keys(((await answer.json()) as ApiDocument).paths).sort();
  const everyRoute = ["/orders", "/orders/{orderId}/pay", "/{a}/{b}"];
  const none = { "x-api-key": undefined };

  async function become(policy: object): Promise<void> {
    worker.feed.say(endpointState("http", {}, policy));
    // A changed limit shows when the state is in force.
    const marker = `https://${Math.random().toString(36).slice(2)}.example`;
    worker.feed.say(endpointState("http", {}, { ...policy, allowedOrigins: [marker] }));
    const isInForce = async () =>
      (await worker.fetch("/http/development/one/api/orders", { headers: { origin: marker } })).status !== 403;
    await until("the policy is in force", isInForce);
  }

  test("is nothing unless the policy says so: the path is the Function's", async () => {
    await become({});
    assert.deepEqual(await (await ask()).json(), null);
    assert.equal(worker.calls.at(-1)?.functionName, "any");
  });

  test("is for callers alone, each with the routes that its key opens", async () => {
    await become({ documentation: "callers" });
    for (const headers of [none, { "x-api-key": "fer_key_wrong" }]) {
      const refused = await ask(headers);
      assert.equal(refused.status, 401);
      assert.doesNotMatch(await refused.text(), /orders|pay/);
    }
    assert.deepEqual(await routesOf(await ask()), everyRoute);
    worker.feed.say(keyState("http", { scopes: ["GET /orders"] }));
    await until("the scopes hold", async () => (await routesOf(await ask())).length === 1);
    assert.deepEqual(await routesOf(await ask()), ["/orders"]);
    worker.feed.say(keyState("http"));
    await until("they are gone", async () => (await routesOf(await ask())).length === 3);
  });

  test("is public where the policy says so, and narrowed to who says who they are", async () => {
    await become({ documentation: "public" });
    assert.deepEqual(await routesOf(await ask(none)), everyRoute);
    assert.equal((await ask({ "x-api-key": "fer_key_wrong" })).status, 401);
  });

  test("names in every mode the ways in that the mode has", async () => {
    const jwt = { issuer: "https://idp.example", audience: null, jwksUrl: null, algorithms: ["ES256"], keys: false };
    const rest = { clockSkewSeconds: 5, requiredClaims: [], groupsClaim: "groups", rules: [], claims: [] };
    const hmac = { header: "X-Sig", algorithm: "sha256", encoding: "hex", prefix: "" };
    const signed = { sender: "hmac", secrets: ["KEY"], hmac, toleranceSeconds: 300, replayWindowSeconds: 60 };
    for (const [policy, schemes] of [
      [{ callerMode: "api-key" }, ["apiKey", "bearer"]],
      [{ callerMode: "none" }, ["apiKey", "bearer"]],
      [{ callerMode: "oauth", oauth: { keys: true, scopes: [] } }, ["apiKey", "oauth2"]],
      [{ callerMode: "jwt", jwt: { ...jwt, ...rest } }, ["bearer"]],
      [{ callerMode: "signature", signature: signed }, ["signature"]],
    ] as const) {
      await become({ ...policy, documentation: "public" });
      const found = (await (await ask(none)).json()) as ApiDocument;
      assert.deepEqual(Object.keys(found.components.securitySchemes).sort(), schemes, policy.callerMode);
      if (policy.callerMode !== "oauth") continue;
      assert.deepEqual(found.paths["/orders/{orderId}/pay"]?.["post"]?.security, [{ oauth2: ["pay"] }, { apiKey: [] }]);
      assert.deepEqual(found.paths["/orders"]?.["get"]?.security, [{ oauth2: ["call"] }, { apiKey: [] }]);
    }
  });

  test("has the address that was asked, an ETag, and no other method", async () => {
    await become({ documentation: "public" });
    const serverOf = async (headers: Record<string, string>) =>
      ((await (await ask(headers)).json()) as ApiDocument).servers[0]?.url;
    assert.equal(await serverOf({}), `${publicUrl}/http/development/one/api`);
    assert.equal(
      await serverOf({ "x-ferrule-apps": "1" }),
      "http://one-development.apps.example/http/development/one/api",
    );
    const etag = (await ask()).headers.get("etag") ?? "";
    assert.equal((await ask({ "if-none-match": etag })).status, 304);
    assert.equal((await ask({}, "DELETE")).status, 405);
  });

  test("its page is asked of the gateway, where there is documentation", async () => {
    const page = () => worker.fetch("/http/development/one/api/-/reference", { headers: none });
    const shown = await page();
    assert.deepEqual([shown.status, shown.headers.get("x-ferrule-reference"), await shown.text()], [200, "1", ""]);
    await become({});
    assert.equal((await page()).headers.get("x-ferrule-reference"), null);
  });

  test("counts against the endpoint's limit, and ends with the endpoint", async () => {
    const limits = { requestsPerMinute: 5, maxBodyBytes: 1_048_576 };
    worker.feed.say(endpointState("http", { limits }, { documentation: "public" }));
    await until("the limit is reached", async () => (await ask(none)).status === 429);
    worker.feed.say(endpointState("http", { status: "disabled" }, { documentation: "public" }));
    await until("it is disabled", async () => (await ask(none)).status === 403);
  });

  test("tells how callers get the results of runs, and which routes may have them", async () => {
    await worker.deploy([
      { name: "list", code: "list", route: "GET /orders" },
      { name: "ship", code: "ship", route: "POST /ship", runPolicy: {}, successStatus: 201 },
      { name: "pay", code: "pay", route: "POST /pay" },
    ]);
    const rule = { names: ["POST /pay"], when: null, by: { roles: ["owner"] } };
    const responsesOf = async () => {
      const { paths } = (await (await ask()).json()) as { paths: Record<string, Record<string, unknown>> };
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) =>
          method === "parameters"
            ? []
            : [[`${method} ${path}`, operation as { responses: object; parameters?: { name: string }[] }] as const],
        ),
      );
      return Object.fromEntries(
        operations.map(([name, { responses, parameters = [] }]) => [
          name,
          [
            ...Object.keys(responses).filter((status) => status.startsWith("2")),
            ...parameters.map((one) => one.name).filter((one) => /^[A-Z]/.test(one)),
          ],
        ]),
      );
    };
    const durable = {
      "get /orders": ["200"],
      "post /ship": ["201", "202", "Idempotency-Key", "Prefer"],
      "get /-/runs/{runId}": ["200", "Prefer"],
      "delete /-/runs/{runId}": ["202"],
    };
    await become({ documentation: "callers" });
    assert.deepEqual(await responsesOf(), { ...durable, "post /pay": ["200"] });
    await become({ documentation: "callers", approvals: [approvalRule.parse(rule)] });
    assert.deepEqual(await responsesOf(), { ...durable, "post /pay": ["200", "202", "Prefer"] });
  });
});
