import assert from "node:assert/strict";
import { test } from "node:test";
import { startFakeProvider } from "@ferrule/control-plane/people/identity/testing/fake-provider.ts";
import { startTestControlPlane } from "@ferrule/control-plane/testing/test-control-plane.ts";
import { makeUser } from "../testing/make-user.ts";
import { standIn } from "../testing/stand-in.ts";

test("a job acts with the role of the rule that accepts its ID token, and one of another branch does not", async (t) => {
  await using issuer = await startFakeProvider();
  await using plane = await startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] });
  const { id, slug } = await plane.createProject();
  const owner = await plane.session("owner", id);
  const claims = { repository: "acme/shop", ref: "refs/heads/main" };
  const rule = { name: "main", issuer: issuer.issuer, audience: plane.url, role: "developer" as const, claims };
  await owner.client.createPipelineRule({ body: { ...rule, lifetimeSeconds: 900 } });

  let ref = claims.ref;
  const sign = (audience: string) => {
    const iat = Math.floor(Date.now() / 1_000);
    const times = { iat, exp: iat + 300 };
    return issuer.sign({ iss: issuer.issuer, aud: audience, sub: "repo:acme/shop", ...times, ...claims, ref });
  };
  const forge = await standIn(t, (request, response) => {
    const audience = new URL(request.url ?? "", "http://forge").searchParams.get("audience") ?? "none";
    sign(audience).then(
      (value) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ value })),
      (error: Error) => response.destroy(error),
    );
  });
  const { run } = makeUser(t);
  const env = {
    FERRULE_URL: plane.url,
    FERRULE_PROJECT: slug,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${forge.address}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "the-runners-own-token",
  };
  const shown = await run(["whoami", "--json"], { env });
  assert.equal(shown.code, 0, shown.stderr);
  const { project, role, email } = JSON.parse(shown.stdout) as { project: object; role: string; email: string };
  assert.deepEqual([project, role, email], [{ id, slug }, "developer", owner.user.email]);

  ref = "refs/heads/topic";
  const refused = await run(["whoami"], { env });
  assert.equal(refused.code, 3, refused.stderr);
  assert.match(refused.stderr, /No rule of this Project accepts the token/);
});
