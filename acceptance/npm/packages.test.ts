import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { npmRegistryUrl } from "@ferrule/worker/ground/npm-registry-url.ts";
import { addRoute, createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";
import { testedPackages } from "./packages.ts";
import { refusedByTest } from "./refused.ts";
import type { TestedPackage } from "./tested-package.ts";
import { startService, type Service } from "./service.ts";
import { refusal } from "@ferrule/control-plane/testing/refusal.ts";

const whole = process.env["FERRULE_TEST_LENGTH"] === "full";
const chosen = testedPackages.filter(({ always }) => whole || always === true);

describe("npm packages, from the registry to a call", { timeout: 1_800_000 }, () => {
  let platform: TestPlatform;
  let service: Service;
  let client: Client;

  before(async () => {
    service = await startService(0);
    const env = { EGRESS_ALLOW_PRIVATE: new URL(service.url).host, NPM_REGISTRY_URL: npmRegistryUrl(undefined) };
    platform = await startTestPlatform({ env });
    client = await platform.signInAsOwner();
  });
  after(async () => {
    await platform?.stop();
    await service?.[Symbol.asyncDispose]();
  });

  const addLibrary = (name: string, version: string) =>
    client.createLibrary({
      body: { kind: "npm", name: name.replace(/^@/, "").replaceAll("/", "-"), package: name, version },
    });

  async function use({ name, version, beside = [], source }: TestedPackage): Promise<unknown> {
    await openProject(client);
    await addLibrary(name, version);
    for (const other of beside) {
      const found = testedPackages.find((one) => one.name === other);
      await addLibrary(other, found?.version ?? "");
    }
    const endpoint = await createEndpoint(client, "http", "npm");
    const functionId = await createFunction(client, "use", source, [service.url]);
    await addRoute(client, endpoint.id, { functionId, method: "POST", path: "/use" });
    const key = await issueKey(client, endpoint.id);
    await deploy(client);
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const call = () =>
      fetch(`${endpoint.urls.development}/use`, {
        method: "POST",
        headers,
        body: JSON.stringify({ url: service.url }),
      });
    const response = await eventually(async () => {
      const answer = await call();
      if (answer.status !== 404) return answer;
      await answer.body?.cancel();
      return undefined;
    }, 10_000);
    const text = await response.text();
    if (response.status === 200) return JSON.parse(text) as unknown;
    const executions = async () => (await client.listExecutions({ query: { limit: 1 } })).items[0];
    const { id } = await eventually(executions, 5_000);
    const failed = await client.getExecution({ params: { executionId: id } });
    return assert.fail(`${response.status} ${text} ${JSON.stringify(failed.error)}`);
  }

  for (const one of chosen) test(`${one.name} ${one.does}`, async () => assert.deepEqual(await use(one), one.returns));

  for (const { name, version, says } of refusedByTest)
    test(`${name} is refused when it is added, with the reason`, async () => {
      await openProject(client);
      const error = await refusal(addLibrary(name, version));
      assert.equal(error.code, "VALIDATION_ERROR");
      assert.match(JSON.stringify(error.details), says);
      assert.deepEqual((await client.listLibraries({ query: {} })).items, []);
    });
});
