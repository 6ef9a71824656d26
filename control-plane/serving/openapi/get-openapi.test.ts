import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const plane = duringTests(startTestControlPlane);

test("answers 304 to who has the document already, in whichever encoding, and the document to everybody else", async () => {
  const { headers } = await plane.session("owner");
  const get = (more: Record<string, string>) =>
    fetch(`${plane.url}/api/openapi.json`, { headers: { ...headers(), ...more } });
  const first = await get({ "accept-encoding": "br" });
  const etag = first.headers.get("etag") ?? "";
  assert.match(etag, /^W\/"[\w-]{22}"$/);
  assert.match(String(((await first.json()) as Record<string, unknown>)["openapi"]), /^3\.1/);
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
    const again = await get({ "if-none-match": known, "accept-encoding": "gzip" });
    assert.deepEqual([again.status, await again.text(), again.headers.get("etag")], [304, "", etag]);
  }
  const refused = await get({ "if-match": etag });
  assert.deepEqual(
    [refused.status, ((await refused.json()) as { error: { code: string } }).error.code],
    [412, "PRECONDITION_FAILED"],
  );
  const other = await get({ "if-none-match": '"other"' });
  assert.equal(other.status, 200);
  assert.deepEqual(await other.json(), await (await get({ "accept-encoding": "identity" })).json());
});

test("answers nobody who is not signed in, whatever they have", async () => {
  const answer = await fetch(`${plane.url}/api/openapi.json`, { headers: { "if-none-match": "*" } });
  assert.equal(answer.status, 401);
});
