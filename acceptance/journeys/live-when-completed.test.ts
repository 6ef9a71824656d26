import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { addRoute, createEndpoint, createFunction, deploy, issueKey, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";

const sourceOf = (version: number) => `export default async function run() { return { version: ${version} }; }`;

describe("a deployment that is told of as completed", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let functionId: string;
  const url = { development: "", production: "" };
  const key = { development: "", production: "" };

  before(async () => {
    functionId = await createFunction(client, "version", sourceOf(0));
    // Functions that a swap has to load beside the one that is called.
    for (let n = 0; n < 10; n += 1)
      await createFunction(
        client,
        `other-${n}`,
        `export default async function run(input: { a${n}: string[] }) { return input; }`,
      );
    const api = await createEndpoint(client, "http", "api");
    await addRoute(client, api.id, { functionId, method: "GET", path: "/version" });
    for (const environment of ["development", "production"] as const) {
      url[environment] = `${api.urls[environment]}/version`;
      key[environment] = await issueKey(client, api.id, { environment });
    }
  });

  async function versionIn(environment: "development" | "production"): Promise<unknown> {
    const answer = await fetch(url[environment], { headers: { "x-api-key": key[environment] } });
    return answer.ok ? ((await answer.json()) as { version: number }).version : answer.status;
  }

  test("is what the next call is answered by, first and changed, released and rolled back", async () => {
    const deployed: string[] = [];
    for (let version = 0; version < 6; version += 1) {
      await client.updateFunction({ params: { functionId }, body: { source: sourceOf(version) } });
      deployed.push((await deploy(client)).projectDeploymentId);
      assert.equal(await versionIn("development"), version);
    }
    const moved = async (ask: Promise<{ id: string }>) => {
      const { id: projectDeploymentId } = await ask;
      const done = await eventually(async () => {
        const found = await client.getDeployment({ params: { projectDeploymentId } });
        return found.status === "completed" ? found : undefined;
      }, 10_000);
      assert.equal(done.active, true);
    };
    for (const [version, projectDeploymentId] of deployed.entries()) {
      await moved(client.releaseDeployment({ body: { projectDeploymentId } }));
      assert.equal(await versionIn("production"), version);
    }
    await moved(client.rollbackDeployment({ params: { projectDeploymentId: deployed.at(-1) ?? "" } }));
    assert.equal(await versionIn("development"), 4);
  });
});
