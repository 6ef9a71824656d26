import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import {
  oauthOf,
  openSignIn,
  redirectUri,
  requestOf,
  verifier,
} from "@ferrule/control-plane/serving/oauth/testing/oauth-of.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { legacy } from "@ferrule/worker/testing/rpc.ts";
import { addTool, createFunction, deploy, ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";

const scopes = [
  { name: "docs:read", description: "Read the documents", targets: ["resource:handbook", "prompt:greet"] },
];

describe("a person consents to resources and prompts by their names", () => {
  const platform = duringTests(shareTestPlatform);
  const owner = duringTests(() => ownerOfProject(platform));
  const place = duringTests(() => openSignIn(owner, { scopes }));

  before(async () => {
    const { endpointId } = place;
    const functionId = await createFunction(
      owner,
      "order",
      "export default ({ id }: { id?: string }) => 'order ' + id;",
    );
    const kept = (toolName: string) =>
      addTool(owner, endpointId, {
        kind: "resource",
        toolName,
        title: `The ${toolName}`,
        uri: `docs://${toolName}`,
        content: { text: toolName },
      });
    await kept("handbook");
    await kept("payroll");
    await addTool(owner, endpointId, { kind: "resource", toolName: "order", uri: "orders://{id}", functionId });
    await addTool(owner, endpointId, { toolName: "handbook", functionId });
    const messages = [{ role: "user" as const, text: "Hello." }];
    await addTool(owner, endpointId, { kind: "prompt", toolName: "greet", messages });
    await addTool(owner, endpointId, { kind: "prompt", toolName: "secret", messages });
    await deploy(owner);
  });

  async function tokenFor(scope: string) {
    const oauth = oauthOf({ url: platform.url } as Parameters<typeof oauthOf>[0]);
    const request = requestOf(await oauth.authorize({ ...place.asked, scope }));
    const consent = await owner.getOauthConsent({ query: { request } });
    const { redirectUrl } = await owner.createOauthGrant({ body: { request } });
    const { body } = await oauth.token({
      grant_type: "authorization_code",
      code: new URL(redirectUrl).searchParams.get("code") ?? "",
      client_id: place.clientId,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource: place.resource,
    });
    return { consent, token: body["access_token"] ?? assert.fail(JSON.stringify(body)) };
  }
  async function send(token: string, method: string, params: object = {}) {
    const response = await fetch(place.resource, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify(legacy(method, params)),
    });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers };
  }
  const namesIn = (text: string) => [...text.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name);

  test("the page names each, and the token opens those and no others", async () => {
    const { consent, token } = await tokenFor("docs:read");
    assert.deepEqual(
      consent.targets.map(({ name, title, scope, changes }) => [name, title, scope, changes]),
      [
        ["resource:handbook", "The handbook", "docs:read", "reads"],
        ["prompt:greet", null, "docs:read", "reads"],
      ],
    );
    // What another scope would open is listed too, so that clients can ask the person for it.
    assert.deepEqual(namesIn((await send(token, "resources/list")).text), ["handbook", "payroll"]);
    assert.deepEqual(namesIn((await send(token, "prompts/list")).text), ["greet", "secret"]);
    assert.match((await send(token, "resources/read", { uri: "docs://handbook" })).text, /"text":"handbook"/);
    assert.match((await send(token, "prompts/get", { name: "greet" })).text, /Hello\./);
    for (const [method, params] of [
      ["resources/read", { uri: "docs://payroll" }],
      ["resources/read", { uri: "orders://1" }],
      ["prompts/get", { name: "secret" }],
      // A tool of the same name is another target.
      ["tools/call", { name: "handbook", arguments: {} }],
    ] as const) {
      const { status, text, headers } = await send(token, method, params);
      assert.equal(status, 403, `${method}: ${text}`);
      assert.match(headers.get("www-authenticate") ?? "", /error="insufficient_scope".*scope="[^"]*\bcall\b/);
      assert.doesNotMatch(text, /"text"/);
    }
  });

  test("the scope of calls opens everything that has no scope of its own", async () => {
    const { consent, token } = await tokenFor("call");
    assert.deepEqual(consent.targets.map(({ name }) => name).toSorted(), [
      "handbook",
      "prompt:secret",
      "resource:order",
      "resource:payroll",
    ]);
    assert.match((await send(token, "resources/read", { uri: "docs://payroll" })).text, /"text":"payroll"/);
    const { status, headers } = await send(token, "resources/read", { uri: "docs://handbook" });
    assert.equal(status, 403);
    assert.match(headers.get("www-authenticate") ?? "", /error="insufficient_scope".*scope="[^"]*docs:read/);
  });
});
