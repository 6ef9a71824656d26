import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { startFakeProvider } from "@ferrule/control-plane/people/identity/testing/fake-provider.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, createFunction, deploy, ownerOfProject } from "../deploy.ts";
import { aSecondMs, eventually } from "../eventually.ts";
import { shareThreeWorkers } from "../platform.ts";
import { allow } from "../sign-in/scripted-browser.ts";

const source = "/** Answers. */\nexport default async function hello() { return { hello: true }; }";
const redirectUri = "http://127.0.0.1/callback";
const environment = "development" as const;
const nowIs = () => Math.floor(Date.now() / 1_000);

/** This asks each worker directly, not through the gateway, so that none can hide behind another. */
describe("what is revoked or changed holds on each of three workers within a second", () => {
  const platform = duringTests(shareThreeWorkers);
  const fake = duringTests(() => startFakeProvider({ port: platform.outsidePort }));
  const owner = duringTests(() => ownerOfProject(platform));
  let endpointId: string;
  let url: string;
  let clientId: string;
  let providerId: string;

  before(async () => {
    const functionId = await createFunction(owner, "hello", source);
    ({
      id: endpointId,
      urls: { development: url },
    } = await createEndpoint(owner, "http", "api"));
    const route = { functionId, method: "GET" as const, path: "/hello" };
    await owner.createHttpBinding({ params: { endpointId }, body: route });
    const { issuer, clientId: id, clientSecret } = fake;
    const company = { name: "Acme", issuer, clientId: id, clientSecret, identityAssertions: true };
    providerId = (await owner.createIdentityProvider({ body: company })).id;
    await signInHere();
    const program = { use: "person" as const, name: "Program", environment, redirectUris: [redirectUri] };
    clientId = (await owner.createOauthClient({ params: { endpointId }, body: program })).id;
    await deploy(owner);
  });

  type Caller = NonNullable<Parameters<Client["replaceAuthPolicy"]>[0]>["body"]["caller"];
  const hold = (caller: Caller) => owner.replaceAuthPolicy({ params: { endpointId }, body: { environment, caller } });
  const signInHere = (rules: { when: object; allow: string[] }[] = []) =>
    hold({ mode: "oauth", oauth: { rules, issuers: [fake.issuer] } });
  const trustIssuer = (more: { audience?: string; rules?: { when: object; allow: string[] }[] } = {}) =>
    hold({ mode: "jwt", jwt: { issuer: fake.issuer, audience: "hello", algorithms: ["ES256"], ...more } });

  const askEach = (headers: Record<string, string>) =>
    Promise.all(
      platform.workers.map(async ({ listening }) => {
        const direct = `http://127.0.0.1:${listening.port}${new URL(url).pathname}/hello`;
        const hop = { "x-internal-token": platform.internalApiToken };
        const answer = await fetch(direct, { headers: { ...hop, ...headers } });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const answers = (headers: Record<string, string>, status: number, withinMs: number) =>
    eventually(async () => {
      const each = await askEach(headers);
      return each.length === 3 && each.every((one) => one === status) ? true : undefined;
    }, withinMs);

  /** First the credential works on each worker. Then, within a second after the change, each worker refuses it. */
  async function ends(headers: Record<string, string>, change: () => Promise<unknown>, status = 401) {
    await answers(headers, 200, 10_000);
    await change();
    await answers(headers, status, aSecondMs);
  }

  const token = async (form: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: clientId, ...form });
    const answer = await fetch(`${new URL(url).origin}/oauth/token`, { method: "POST", body });
    assert.equal(answer.status, 200, await answer.clone().text());
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  async function allowedBy(person: Client): Promise<string> {
    const verifier = randomBytes(32).toString("base64url");
    const asked = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource: url,
    });
    const back = await allow(person, `${new URL(url).origin}/oauth/authorize?${asked.toString()}`);
    const code = back.searchParams.get("code") ?? "";
    return token({ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri });
  }
  /** A token that the company's provider has signed. */
  async function vouchedFor(sub: string): Promise<string> {
    const claims = { iss: fake.issuer, sub, aud: new URL(url).origin, client_id: clientId, resource: url };
    const lived = { jti: `${sub}-${Math.random()}`, iat: nowIs(), exp: nowIs() + 60 };
    const assertion = await fake.sign({ ...claims, ...lived }, { typ: "oauth-id-jag+jwt" });
    return token({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  }
  const signed = () =>
    fake.sign({ iss: fake.issuer, aud: "hello", sub: "ada", iat: nowIs(), exp: nowIs() + 300, groups: ["support"] });
  const grants = async () =>
    (await owner.listEndpointOauthGrants({ params: { endpointId }, query: { limit: 200 } })).items;

  test("a consent that its person ends", async () => {
    const person = await platform.signInAs("operator", owner);
    const held = await allowedBy(person);
    const [grant] = (await person.listOauthGrants({ query: {} })).items;
    await ends(bearer(held), () => person.deleteOauthGrant({ params: { grantId: grant?.id ?? "" } }));
  });

  test("the consents of a user who is disabled", async () => {
    const person = await platform.signInAs("operator", owner);
    const held = await allowedBy(person);
    const { user } = await person.getMe();
    await ends(bearer(held), () => owner.updateUser({ params: { userId: user.id }, body: { status: "disabled" } }));
  });

  test("a rule that allows somebody no more, and one that allows them again", async () => {
    const held = await vouchedFor("ruled");
    const rule = (caller_subject: string) => [
      { when: { claim: { name: "caller_subject", value: caller_subject } }, allow: ["GET /hello"] },
    ];
    await signInHere(rule("ruled"));
    await ends(bearer(held), () => signInHere(rule("somebody-else")), 403);
    await signInHere(rule("ruled"));
    await answers(bearer(held), 200, aSecondMs);
    await signInHere();
  });

  test("what the company gave and an administrator ends, or its provider may give no more", async () => {
    const [one, other] = [await vouchedFor("ended"), await vouchedFor("unvouched")];
    const { id: grantId } = (await grants()).find(({ caller }) => caller?.subject === "ended") ?? { id: "" };
    await ends(bearer(one), () => owner.deleteEndpointOauthGrant({ params: { endpointId, grantId } }));
    const change = (identityAssertions: boolean) =>
      owner.updateIdentityProvider({ params: { providerId }, body: { identityAssertions } });
    await ends(bearer(other), () => change(false));
    await change(true);
  });

  test("an API key, and the value of one that was replaced", async () => {
    const body = { name: "of the journey", environment };
    const { id: keyId, value: key } = await owner.createApiKey({ params: { endpointId }, body });
    const rotate = (overlapSeconds: number) =>
      owner.rotateApiKey({ params: { endpointId, keyId }, body: { overlapSeconds } });
    await answers({ "x-api-key": key }, 200, 10_000);
    const { value } = await rotate(600);
    await answers({ "x-api-key": value }, 200, aSecondMs);
    assert.deepEqual(await askEach({ "x-api-key": key }), [200, 200, 200], "both open it during the overlap");
    const { value: last } = await rotate(0);
    await answers({ "x-api-key": last }, 200, aSecondMs);
    await answers({ "x-api-key": value }, 401, aSecondMs);
    await answers({ "x-api-key": key }, 401, aSecondMs);
    await ends({ "x-api-key": last }, () => owner.deleteApiKey({ params: { endpointId, keyId } }));
  });

  test("a trusted issuer that is removed, and what its policy says of its tokens", async () => {
    await trustIssuer();
    const held = await signed();
    await ends(bearer(held), () => trustIssuer({ audience: "another" }));
    await trustIssuer();
    const others = [{ when: { group: "others" }, allow: ["*"] }];
    await ends(bearer(held), () => trustIssuer({ rules: others }), 403);
    await trustIssuer();
    await ends(bearer(held), () => signInHere());
  });
});
