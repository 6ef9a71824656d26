import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { connectWorker } from "../../doors/internal/testing/connect-worker.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const plane = duringTests(startTestControlPlane);

/** A Project of its own, its developer, and their requests for its types. */
async function startProject() {
  const { id } = await plane.createProject();
  const client = await plane.signInAs("developer", id);
  const types = async () => {
    const session = await plane.session("operator", id);
    const { status, headers, text } = await session.request("/api/functions/types");
    assert.equal(status, 200);
    assert.match(headers.get("content-type") ?? "", /^text\/plain/);
    return text;
  };
  return { client, types, projectId: id };
}
const worker = () => connectWorker(plane.internalUrl, plane.settings.workerApiTokens[0], "wrk_types");
const library = { kind: "source" as const, name: "money", source: "export const a = 1;" };

test("answers the context, the globals and this Project's secrets by name as one text", async () => {
  const { client, types } = await startProject();
  const other = await startProject();
  await client.createSecret({ body: { name: "ORDERS_TOKEN", environment: "development", value: "kept to itself" } });
  await other.client.createSecret({ body: { name: "OTHERS_TOKEN", environment: "development", value: "foreign" } });
  const text = await types();
  assert.match(text, /declare module "ferrule"/);
  assert.match(text, /declare function fetch/);
  assert.match(text, /Has a value in development\. \*\/\s+"ORDERS_TOKEN": string;/);
  assert.doesNotMatch(text, /OTHERS_TOKEN|kept to itself|foreign/);
});

test("has a worker declare the Libraries, once for each content", async () => {
  const { client, types } = await startProject();
  const { id } = await client.createLibrary({ body: library });
  const declared = 'declare module "lib/money" { export const a: 1; }\n';
  const answer = async (asked: Promise<string>) => {
    const job = await worker().claim(["declare"]);
    assert.ok(job?.kind === "declare");
    assert.deepEqual(
      job.libraries.map((one) => one.kind === "source" && one.source),
      [(await client.getLibrary({ params: { libraryId: id } })).source],
    );
    await worker().complete(job, { kind: "declare", declarations: declared, untyped: [] });
    assert.ok((await asked).endsWith(declared));
  };
  await answer(types());
  assert.ok((await types()).endsWith(declared), "known from before: nobody answers a job here");
  await client.replaceLibrary({ params: { libraryId: id }, body: { source: "export const a = 2;" } });
  await answer(types());
});

test("declares Libraries without types where no worker can, and asks again the next time", async () => {
  const { client, types } = await startProject();
  await client.createLibrary({ body: { ...library, source: "export const untold = 1;" } });
  for (const attempt of [1, 2]) {
    const asked = types();
    const job = await worker().claim(["declare"]);
    assert.ok(job, `attempt ${attempt}`);
    await worker().complete(job, null, { code: "WORKER_FAILED", message: "It is meant to fail." });
    assert.match(await asked, /declare module "lib\/money";\n$/);
  }
});

test("declares the slugs of the Project's Functions with the types of their inputs", async () => {
  const { client, types } = await startProject();
  const inputSchema = { type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] };
  await client.createFunction({ body: { slug: "charge-card", source: "export default () => 1;", inputSchema } });
  await client.createFunction({ body: { slug: "unbuilt", source: "export default () => 1;" } });
  const text = await types();
  assert.match(text, /interface ProjectFunctions \{\s+\/\*\* Its input\. \*\/\s+"charge-card": \{ "orderId": string;/);
  assert.match(text, /"unbuilt": unknown;/);
});
