import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { before, describe, test } from "node:test";
import { missingBehind } from "@ferrule/one-machine/until-ready.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { addRoute, createEndpoint, createFunction, deploy, issueKey, ownerOfProject } from "../deploy.ts";
import { aSecondMs, eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";
import { verifies } from "../verifies.ts";

const answering = (word: string) => `export default async function run() { return { word: "${word}" }; }`;

describe("deployments", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let functionId: string;
  let url: string;
  let key: string;

  before(async () => {
    functionId = await createFunction(client, "word", answering("one"));
    const endpoint = await createEndpoint(client, "http", "api");
    await addRoute(client, endpoint.id, { functionId, method: "GET", path: "/word" });
    key = await issueKey(client, endpoint.id);
    url = `${endpoint.urls.development}/word`;
  });

  const call = async () => {
    const response = await fetch(url, { headers: { "x-api-key": key } });
    return { status: response.status, body: (await response.json()) as { word?: string; error?: { code: string } } };
  };

  test("nothing is served before the first deployment", async () => {
    const { status } = await call();
    assert.equal(status, 404);
  });

  test("a deployment is accepted at once, and serves the whole Project when it completed", async () => {
    verifies(
      "deployments.asynchronous",
      "deployments.whole-project",
      "deployments.identified",
      "deployments.status-in-list",
    );
    const done = await deploy(client);
    assert.equal(done.id, done.projectDeploymentId);
    assert.equal(done.active, true);
    assert.match(done.digest ?? "", /^[0-9a-f]{64}$/);
    await eventually(async () => ((await call()).body.word === "one" ? true : undefined), aSecondMs);
  });

  test("a draft changes nothing until it is deployed", async () => {
    await client.updateFunction({ params: { functionId }, body: { source: answering("two") } });
    assert.equal((await call()).body.word, "one");
    await deploy(client);
    await eventually(async () => ((await call()).body.word === "two" ? true : undefined), aSecondMs);
  });

  test("the same drafts have the same digest", async () => {
    const [first, second] = [await deploy(client), await deploy(client)];
    assert.equal(first.digest, second.digest);
  });

  test("a Function that does not compile fails the deployment with file, line and fix, and what served serves on", async () => {
    verifies("deployments.log", "errors.deployment-log");
    await client.updateFunction({
      params: { functionId },
      body: {
        source:
          "import fs from 'node:fs';\nexport default async function run() {\n  const n: number = 'text';\n  return { n };\n}",
      },
    });
    const failed = await deploy(client, "failed");
    assert.equal(failed.error?.file, "word.ts");
    assert.ok((failed.error?.line ?? 0) >= 1);
    const { log } = await client.getDeployment({ params: { projectDeploymentId: failed.id } });
    assert.ok(
      log.some((entry) => entry.level === "error" && entry.message.includes("word")),
      JSON.stringify(log),
    );
    assert.equal((await call()).body.word, "two");
    await client.updateFunction({ params: { functionId }, body: { source: answering("two") } });
  });

  test("a worker killed during a build: the deployment still ends", async () => {
    const slow = Array.from(
      { length: 30 },
      (_, n) => `export type T${n} = { [K in keyof typeof globalThis]: K };`,
    ).join("\n");
    await client.updateFunction({ params: { functionId }, body: { source: `${slow}\n${answering("three")}` } });
    const { id } = await client.createDeployment({ body: {} });
    await eventually(async () => {
      const { status } = await client.getDeployment({ params: { projectDeploymentId: id } });
      return status === "queued" ? undefined : true;
    }, 30_000);
    process.kill(platform.workers[0]?.pid ?? 0, "SIGKILL");
    const ended = await eventually(async () => {
      const { status } = await client.getDeployment({ params: { projectDeploymentId: id } });
      return status === "completed" || status === "failed" ? status : undefined;
    }, 60_000);
    assert.ok(ended === "completed" || ended === "failed");
  });

  test("a control plane killed during a build: the deployment still ends", async () => {
    await eventually(async () => ((await missingBehind(platform.url)).length === 0 ? true : undefined), 60_000);
    await client.updateFunction({ params: { functionId }, body: { source: answering("four") } });
    const { id } = await client.createDeployment({ body: {} });
    process.kill(platform.controlPlane.pid ?? 0, "SIGKILL");
    const ended = await eventually(async () => {
      try {
        const found = await client.getDeployment({ params: { projectDeploymentId: id } });
        return ["completed", "failed"].includes(found.status) ? found : undefined;
      } catch {
        return undefined;
      }
    }, 90_000);
    assert.equal(ended.status, "completed", JSON.stringify(ended));
  });

  test("Function source never reaches an evaluator in the control plane", async () => {
    verifies("source.never-in-control-plane", "functions.test-in-worker");
    const { validate, marker } = { validate: client.validateFunction, marker: "ferrule_marker_7391" };
    const source = `export default async function run() { return { at: "${marker}", n: (() => { throw new Error("ran"); }) !== null }; }`;
    await client.updateFunction({ params: { functionId }, body: { source } });
    assert.equal((await validate({ params: { functionId }, body: {} })).valid, true);
    const answer = await client.testFunction({ params: { functionId }, body: { input: {} } });
    assert.equal(answer.status, "succeeded");
    await deploy(client);
    // The control plane's process has loaded no code of the sandbox, the bundler or the compiler.
    const pid = platform.controlPlane.pid ?? 0;
    const maps = readFileSync(`/proc/${pid}/maps`, "utf8");
    assert.ok(!/isolated_vm|isolated-vm|esbuild/.test(maps));
    const children = readdirSync("/proc").filter((entry) => {
      try {
        return /^\d+$/.test(entry) && readFileSync(`/proc/${entry}/stat`, "utf8").includes(`) S ${pid} `);
      } catch {
        return false;
      }
    });
    assert.deepEqual(children, [], "the control plane starts no process that could");
  });
});
