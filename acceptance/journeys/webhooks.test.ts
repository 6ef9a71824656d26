import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { createEndpoint, deploy, executionOf, issueKey, openProject } from "../deploy.ts";
import { shareTestPlatform, type TestPlatform } from "../platform.ts";

const upload = `
import type { Context, UploadedFile } from "ferrule";
interface Input {
  title: string;
  count?: number;
  file: UploadedFile;
}
export default async function upload(input: Input, ctx: Context) {
  const raw = await ctx.http!.request.bytes();
  const text = new TextDecoder().decode(Uint8Array.fromBase64(input.file.data));
  return { title: input.title, count: input.count ?? null, name: input.file.name, text, raw: raw.byteLength };
}
`;
const form = `
interface Input { id: string; event: { Body: string; NumMedia?: number } }
export default (input: Input) => input;
`;

describe("bodies of HTTP routes, from binding to answer", () => {
  let platform: TestPlatform;
  let client: Client;
  let url: string;
  let key: string;
  let endpointId: string;

  before(async () => {
    platform = await shareTestPlatform();
    client = await platform.signInAsOwner();
    await openProject(client);
    const endpoint = await createEndpoint(client, "http", "hooks");
    endpointId = endpoint.id;
    const params = { endpointId };
    const bind = async (slug: string, source: string, path: string, over: object) => {
      const { id: functionId } = await client.createFunction({ body: { slug, source } });
      await client.createHttpBinding({ params, body: { functionId, method: "POST", path, ...over } });
    };
    await bind("upload", upload, "/files", { bodyType: "multipart" });
    await bind("sms", form, "/sms/{id}", { bodyType: "form", bodyProperty: "event" });
    key = await issueKey(client, endpoint.id);
    await deploy(client);
    url = endpoint.urls.development;
  });
  after(() => platform?.stop());

  test("a multipart body with a file reaches the Function, and its bytes as they were sent", async () => {
    const body = new FormData();
    body.append("title", "Hello");
    body.append("count", "3");
    body.append("file", new Blob(["héllo"], { type: "text/plain" }), "a.txt");
    const sent = new Response(body);
    const bytes = new Uint8Array(await sent.arrayBuffer());
    const type = sent.headers.get("content-type") ?? "";
    const headers = { "x-api-key": key, "content-type": type };
    const answer = await fetch(`${url}/files`, { method: "POST", headers, body: bytes });
    const expected = { title: "Hello", count: 3, name: "a.txt", text: "héllo", raw: bytes.byteLength };
    assert.deepEqual(await answer.json(), expected);
  });
  test("the OpenAPI document says what each route takes", async () => {
    const query = { environment: "development", format: "openapi-json" } as const;
    const document = JSON.stringify(await client.getDiscovery({ params: { endpointId }, query }));
    const { paths } = JSON.parse(document) as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }>;
    };
    const contentOf = (path: string) => paths[path]?.post.requestBody.content ?? {};
    assert.deepEqual(Object.keys(contentOf("/files")), ["multipart/form-data"]);
    const { "application/x-www-form-urlencoded": sms } = contentOf("/sms/{id}");
    assert.deepEqual(Object.keys(sms?.schema.properties ?? {}), ["Body", "NumMedia"]);
  });
  test("a form is converted under the property that the binding names; another type is 415", async () => {
    const headers = { "x-api-key": key };
    const body = new URLSearchParams({ Body: "hi", NumMedia: "0" });
    const answer = await fetch(`${url}/sms/A1`, { method: "POST", headers, body });
    assert.deepEqual(await answer.json(), { id: "A1", event: { Body: "hi", NumMedia: 0 } });
    const json = { ...headers, "content-type": "application/json" };
    const refused = await fetch(`${url}/sms/A1`, { method: "POST", headers: json, body: "{}" });
    assert.deepEqual([refused.status, refused.headers.get("accept")], [415, "application/x-www-form-urlencoded"]);
  });
});

const receive = `
import type { HttpContext } from "ferrule";
interface Input { event: { type: string; [field: string]: unknown } }
export default async function receive(input: Input, ctx: HttpContext) {
  const { deliveryId } = await ctx.http.verifySignature({ sender: "standard", secret: ["OLD_HOOK_KEY", "HOOK_KEY"] });
  return { type: input.event.type, deliveryId };
}
`;
const careless = `
import type { HttpContext } from "ferrule";
interface Input { what: "undeclared" | "unknown" | "rule" }
export default async function careless({ what }: Input, ctx: HttpContext) {
  const rule = { undeclared: { secret: "OTHER_KEY" }, unknown: { secret: "NO_KEY" }, rule: { secret: "a b" } }[what];
  await ctx.http.verifySignature({ sender: "github", ...rule });
  return "verified";
}
`;

describe("webhooks with a signature", () => {
  let platform: TestPlatform;
  let client: Client;
  let url: string;
  let key: string;
  const hookKey = Buffer.from("a key of twenty-four byte");

  before(async () => {
    platform = await shareTestPlatform();
    client = await platform.signInAsOwner();
    await openProject(client);
    const endpoint = await createEndpoint(client, "http", "signed");
    const params = { endpointId: endpoint.id };
    const permissions = { secrets: ["HOOK_KEY", "OLD_HOOK_KEY", "NO_KEY"], hosts: [], collections: [], cache: false };
    const bind = async (slug: string, source: string, over: object) => {
      const { id: functionId } = await client.createFunction({ body: { slug, source, permissions } });
      await client.createHttpBinding({ params, body: { functionId, method: "POST", path: `/${slug}`, ...over } });
    };
    await bind("receive", receive, { bodyProperty: "event" });
    await bind("careless", careless, {});
    const environment = "development" as const;
    const value = `whsec_${hookKey.toString("base64")}`;
    await client.createSecret({ body: { name: "HOOK_KEY", environment, value } });
    await client.createSecret({
      body: { name: "OLD_HOOK_KEY", environment, value: "whsec_b2xkIGtleSBvZiB0aGUgaG9vaw==" },
    });
    key = await issueKey(client, endpoint.id);
    await deploy(client);
    url = endpoint.urls.development;
  });
  after(() => platform?.stop());

  let sent = 0;
  async function send(body: string, over: Record<string, string> = {}, ageSeconds = 0) {
    const requestId = `webhooks-${process.pid}-${(sent += 1)}`;
    const time = String(Math.floor(Date.now() / 1_000) - ageSeconds);
    const signature = createHmac("sha256", hookKey).update(`msg_1.${time}.${body}`).digest("base64");
    const signed = { "webhook-id": "msg_1", "webhook-timestamp": time, "webhook-signature": `v1,${signature}` };
    const headers = { "x-api-key": key, "x-request-id": requestId, "content-type": "application/json" };
    const answer = await fetch(`${url}/receive`, { method: "POST", body, headers: { ...headers, ...signed, ...over } });
    return { requestId, status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  }

  test("a signed one reaches the Function by its secret's name, and the value is in no record", async () => {
    const { status, json, requestId } = await send('{ "type" : "paid",  "n": 1.0 }');
    assert.deepEqual([status, json], [200, { type: "paid", deliveryId: "msg_1" }]);
    const told = JSON.stringify(await executionOf(client, requestId));
    assert.ok(!told.includes(hookKey.toString("base64")));
  });
  test("an altered, old or unsigned one is 401, and only the log says why", async () => {
    for (const [over, age, why] of [
      [{ "webhook-id": "msg_2" }, 0, "is not the one that the secret makes"],
      [{ "webhook-signature": "" }, 0, "is missing"],
      [{}, 301, "is too old"],
    ] as const) {
      const { status, json, requestId } = await send('{"type":"paid"}', over, age);
      const { code, message } = json["error"] as { code: string; message: string };
      const expected = [401, "SIGNATURE_INVALID", "The signature is missing or wrong."];
      assert.deepEqual([status, code, message], expected);
      const { logs } = await executionOf(client, requestId);
      assert.ok(JSON.stringify(logs).includes(why), JSON.stringify(logs));
    }
  });
  test("a secret that was not granted or is not there, and a rule that is none, name nothing to the caller", async () => {
    for (const what of ["undeclared", "unknown", "rule"]) {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const answer = await fetch(`${url}/careless`, { method: "POST", headers, body: JSON.stringify({ what }) });
      assert.equal(answer.status, 500);
      assert.doesNotMatch(await answer.text(), /OTHER_KEY|NO_KEY/);
    }
  });
});
