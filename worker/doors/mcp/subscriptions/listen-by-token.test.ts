import assert from "node:assert/strict";
import { test } from "node:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { endpointState } from "../../../testing/deployed.ts";
import { listen } from "../../../testing/listen.ts";
import { legacy } from "../../../testing/rpc.ts";
import { publicUrl, startTestWorker, until } from "../../../testing/test-worker.ts";

const seconds = () => Math.floor(Date.now() / 1_000);
const noRules = { keys: true, scopes: [], rules: [], claims: [] };

/** A worker whose callers sign in, and a maker of their tokens. */
async function startSignedIn() {
  const functions = ["one", "two"].map((name) => ({ name, code: name }));
  const worker = await startTestWorker({ functions });
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const { kty = "", crv = "", x = "", y = "" } = await exportJWK(publicKey);
  worker.feed.say({ kind: "signer", id: "one", jwk: { kty, crv, x, y } });
  const say = (oauth: object) =>
    worker.feed.say(endpointState("mcp", {}, { callerMode: "oauth", oauth: { ...noRules, ...oauth } }));
  const sign = async (claims: Record<string, unknown> = {}) => {
    const own = { iss: publicUrl, sub: "usr_1", aud: `${publicUrl}/mcp/development/one/tools`, client_id: "ocl_1" };
    const payload = { ...own, scope: "call", gid: "ogr_1", eid: "ep_mcp", iat: seconds(), exp: seconds() + 600 };
    const token = new SignJWT({ ...payload, ...claims }).setProtectedHeader({
      alg: "ES256",
      kid: "one",
      typ: "at+jwt",
    });
    return { headers: { "x-api-key": undefined, authorization: `Bearer ${await token.sign(privateKey)}` } };
  };
  say({});
  const { headers } = await sign();
  await until("callers sign in", async () => (await worker.post(legacy("ping"), headers)).status === 200);
  return { worker, say, sign, [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose]() };
}

const everything = { toolsListChanged: true };

test("a revoked consent ends the streams of its tokens, and no other", async () => {
  await using signedIn = await startSignedIn();
  const { worker, sign } = signedIn;
  const revoked = await listen(worker, everything, await sign({ gid: "ogr_revoked" }));
  const other = await listen(worker, everything, await sign());
  const byKey = await listen(worker, everything);
  worker.feed.say({ kind: "revocation", id: "ogr_revoked" });
  await until("it is over", revoked.isClosed);
  assert.deepEqual([revoked.told(), other.told(), byKey.told()], [["end"], [], []]);
});

test("a removed signer ends the streams of the tokens that it signed", async () => {
  await using signedIn = await startSignedIn();
  const { worker, sign } = signedIn;
  const [byToken, byKey] = [await listen(worker, everything, await sign()), await listen(worker, everything)];
  worker.feed.say({ gone: "signer:one" });
  await until("it is over", byToken.isClosed);
  assert.deepEqual([byToken.told(), byKey.told()], [["end"], []]);
});

test("a token that expires ends its stream", async () => {
  await using signedIn = await startSignedIn();
  const { worker, sign } = signedIn;
  // The clocks of machines may differ by five seconds.
  const client = await listen(worker, everything, await sign({ exp: seconds() - 3 }));
  await until("it is over", client.isClosed);
  assert.deepEqual(client.told(), ["end"]);
});

test("rules that let a caller call more or less are told to this caller, and keys end with their mode", async () => {
  await using signedIn = await startSignedIn();
  const { worker, sign, say } = signedIn;
  const client = await listen(worker, everything, await sign());
  const byKey = await listen(worker, everything);
  say({ rules: [{ when: { scope: "call" }, allow: ["one"] }] });
  await until("it is told", () => client.told().length === 1);
  assert.deepEqual(byKey.told(), []);
  say({
    rules: [
      { when: { scope: "call" }, allow: ["one"] },
      { when: { scope: "another" }, allow: ["*"] },
    ],
  });
  say({ keys: false });
  await until("both hear of it", () => client.told().length === 2 && byKey.isClosed());
  assert.deepEqual([client.told(), byKey.told()], [["tools/list_changed", "tools/list_changed"], ["end"]]);
});
