import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, deploy, executionOf, issueKey, ownerOfProject } from "../deploy.ts";
import { aSecondMs, eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";
import { verifies } from "../verifies.ts";

const values = {
  first: "first-value/of the secret+ü",
  second: "second-value/of the secret+ß",
  production: "production value of it",
};

/**
 * Puts its secret into everything that a record keeps, in every form; its result says whether it is the expected
 * secret.
 */
const source = `
import { FunctionError, type Context } from "ferrule";
interface Input {
  expected: string;
  /** @sensitive */
  pin?: string;
  note?: string;
  favouriteColour?: string;
  how?: "return" | "throw" | "missing" | "undeclared";
}
export default async function tell(input: Input, ctx: Context) {
  if (input.how === "missing") return { code: await ctx.secrets.get("MISSING").catch((error) => error.code) };
  if (input.how === "undeclared") return { code: await ctx.secrets.get("OTHER").catch((error) => error.code) };
  const token = await ctx.secrets.get("TOKEN");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  ctx.log.info("the token is " + token, { token, nested: [{ note: JSON.stringify({ token }) }] });
  console.log(token.slice(0, 9), token.slice(9));
  console.warn(btoa(unescape(encodeURIComponent("user:" + token))), encodeURIComponent(token));
  await ctx.progress(1, 2, "with " + token);
  if (input.how === "throw") throw new FunctionError("REFUSED_" + token, "No: " + token, { details: { token } });
  return { isExpected: hash === input.expected, said: token };
}
`;

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("hex");
}

/** A file's text; empty if the file has gone since it was listed, such as a delivered journal. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

function spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    encodeURIComponent(value),
    bytes.toString("hex"),
    bytes.toString("base64").slice(0, -3),
    value.slice(9),
  ];
}

describe("a Function's secrets", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let url: string;
  let key: string;
  let secretId: string;
  let functionId: string;

  before(async () => {
    const permissions = { secrets: ["TOKEN", "MISSING"], hosts: [], collections: [], cache: false };
    functionId = (await client.createFunction({ body: { slug: "tell", source, permissions } })).id;
    const endpoint = await createEndpoint(client, "http", "api");
    const binding = { functionId, method: "POST" as const, path: "/tell" };
    await client.createHttpBinding({ params: { endpointId: endpoint.id }, body: binding });
    key = await issueKey(client, endpoint.id);
    url = `${endpoint.urls.development}/tell`;
    const body = { name: "TOKEN", environment: "development" as const, value: values.first };
    secretId = (await client.createSecret({ body })).id;
    await client.createSecret({ body: { ...body, environment: "production", value: values.production } });
    await deploy(client);
  });

  let calls = 0;
  async function call(input: object) {
    const requestId = `secrets-${process.pid}-${(calls += 1)}`;
    const response = await fetch(url, {
      method: "POST",
      headers: { "x-api-key": key, "x-request-id": requestId, "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    return { requestId, status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test("the Function gets the value of its environment, and its record has none of it", async () => {
    const { requestId, body } = await call({
      expected: await sha256(values.first),
      pin: "2468 pin",
      note: values.first,
    });
    assert.equal(body["isExpected"], true);
    assert.equal(body["said"], values.first, "the caller gets what the Function answers");
    const execution = await executionOf(client, requestId);
    assert.equal(execution.logs.length, 4, JSON.stringify(execution.logs));
    assert.match(JSON.stringify(execution.output), /\[masked\]/);
    const told = JSON.stringify(execution);
    for (const spelling of [...spellings(values.first), "2468 pin"]) assert.ok(!told.includes(spelling), spelling);
  });

  test("an error that says it is masked in code, message and stack", async () => {
    const { requestId, status } = await call({ expected: "", how: "throw" });
    assert.equal(status, 500);
    const execution = await executionOf(client, requestId);
    assert.match(execution.error?.message ?? "", /^No: \[masked\]$/);
    const told = JSON.stringify(execution);
    for (const spelling of spellings(values.first)) assert.ok(!told.includes(spelling), spelling);
  });

  test("a test streams its logs masked, and answers masked", async () => {
    const answer = await client.testFunction({
      params: { functionId },
      body: { input: { expected: await sha256(values.first), pin: "2468 pin" } },
    });
    assert.equal(answer.status, "succeeded");
    const told = JSON.stringify(answer);
    for (const spelling of [...spellings(values.first), "2468 pin"]) assert.ok(!told.includes(spelling), spelling);
    assert.ok(answer.logs.length >= 3);
  });

  test("what it did not declare, and what does not exist, are errors that it can tell apart", async () => {
    assert.equal((await call({ expected: "", how: "undeclared" })).body["code"], "NOT_GRANTED");
    assert.equal((await call({ expected: "", how: "missing" })).body["code"], "NOT_FOUND");
  });

  test("a rotation is seen by the next calls without a deployment, and both values stay masked", async () => {
    verifies("secrets.metadata");
    const rotated = await client.rotateSecret({ params: { secretId }, body: { value: values.second } });
    assert.deepEqual([rotated.version, "value" in rotated], [2, false]);
    const expected = await sha256(values.second);
    const last = await eventually(async () => {
      const answer = await call({ expected, note: values.first });
      return answer.body["isExpected"] === true ? answer : undefined;
    }, aSecondMs);
    const told = JSON.stringify(await executionOf(client, last.requestId));
    for (const value of [values.first, values.second]) {
      for (const spelling of spellings(value)) assert.ok(!told.includes(spelling), spelling);
    }
    const { items } = await client.listSecrets({ query: { environment: "development" } });
    assert.deepEqual(
      items.map(({ usedBy }) => usedBy),
      [["tell"]],
    );
    assert.ok(items[0]?.lastUsedAt);
  });

  test("a secret that is deleted by force is gone for the next calls", async () => {
    await assert.rejects(client.deleteSecret({ params: { secretId }, query: {} }), { code: "IN_USE" });
    const second = (
      await client.createSecret({ body: { name: "MISSING", environment: "development", value: "only for now" } })
    ).id;
    await eventually(
      async () => ((await call({ expected: "", how: "missing" })).status === 200 ? true : undefined),
      aSecondMs,
    );
    await client.deleteSecret({ params: { secretId: second }, query: { force: "true" } });
    await eventually(async () => {
      const { body } = await call({ expected: "", how: "missing" });
      return body["code"] === "NOT_FOUND" ? true : undefined;
    }, aSecondMs);
  });

  test("a name that the installation adds is masked in records", async () => {
    const { requestId } = await call({ expected: "", favouriteColour: "a dark red" });
    const execution = await executionOf(client, requestId);
    assert.ok(!JSON.stringify(execution).includes("a dark red"));
  });

  test("no value is in the audit, in any role's log or in any file that a role keeps", async () => {
    const { items } = await client.listAuditEvents({ query: { limit: 200 } });
    const files = readdirSync(platform.dataDir, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.parentPath.includes("postgres"),
    );
    assert.ok(files.some(({ name }) => name.includes("worker")) && files.length > 5);
    const texts = [JSON.stringify(items), ...files.map(({ parentPath, name }) => textOf(join(parentPath, name)))];
    for (const value of Object.values(values)) {
      for (const spelling of spellings(Buffer.from(value).toString("latin1")).concat(spellings(value))) {
        const found = texts.findIndex((text) => text.includes(spelling));
        assert.equal(found, -1, `${spelling} in ${files[found - 1]?.name ?? "the audit"}`);
      }
    }
  });
});
