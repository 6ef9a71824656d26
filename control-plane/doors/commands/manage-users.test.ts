import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createClient } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { issueSignInLink } from "../../people/users/bootstrap-owner.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const plane = duringTests(() => startTestControlPlane({ ownerPassword: undefined }));

/** Runs `ferrule user …` as a user would. */
async function ferruleUser(...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../cli/main.ts"), "user", ...args], {
    env: {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: plane.settings.databaseUrl,
      DATA_DIR: plane.settings.dataDir,
      PUBLIC_URL: "http://localhost:9999",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => void (out += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out };
}

async function withLink(out: string) {
  const token = /http:\/\/localhost:9999\/#link=(\S+)/.exec(out)?.[1] ?? assert.fail(out);
  const client = createClient({ baseUrl: plane.url, cookies: "keep" });
  await client.loginWithLink({ body: { token } });
  return client;
}

const auditOf = async (email: string) => {
  const owner = await plane.session("owner");
  const { items } = await owner.client.listAuditEvents({ query: { limit: 200 } });
  return items.filter(({ target, actor }) => target.name === email && actor.kind === "system");
};

test("create makes a user of the role asked for, who signs in with the printed link, once", async () => {
  const { code, out } = await ferruleUser("create", "New.Owner@Acme.example", "--role", "owner");
  assert.equal(code, 0, out);
  const client = await withLink(out);
  const { user } = await client.getMe();
  assert.deepEqual([user.email, user.role], ["new.owner@acme.example", "owner"]);
  await assert.rejects(withLink(out), { code: "INVALID_CREDENTIALS" });
  const again = await ferruleUser("create", "new.owner@acme.example");
  assert.deepEqual([again.code, /already/.test(again.out)], [1, true]);
  assert.deepEqual(
    (await auditOf("new.owner@acme.example")).map(({ action }) => action),
    ["user.create"],
  );
});

test("reset gives a disabled owner a new password, which must be changed, and ends what was open", async () => {
  const lost = await plane.session("owner");
  const { email, id } = lost.user;
  await (await plane.session("owner")).client.updateUser({ params: { userId: id }, body: { status: "disabled" } });
  const refused = await ferruleUser("link", email);
  assert.deepEqual([refused.code, /disabled/.test(refused.out)], [1, true], refused.out);
  const { code, out } = await ferruleUser("reset", email);
  assert.equal(code, 0, out);
  const password = /is (\S+)\n/.exec(out)?.[1] ?? "";
  const client = createClient({ baseUrl: plane.url, cookies: "keep" });
  const { user } = await client.login({ body: { email, password } });
  assert.equal(user.mustChangePassword, true);
  await assert.rejects(lost.client.getMe(), { status: 401 });
  const [event] = await auditOf(email);
  assert.deepEqual([event?.action, JSON.stringify(event).includes(password)], ["user.update", false]);
});

test("link signs in whoever has lost the password, and list names every user", async () => {
  const { user } = await plane.session("developer");
  const client = await withLink((await ferruleUser("link", user.email)).out);
  assert.equal((await client.getMe()).user.email, user.email);
  const { out } = await ferruleUser("list");
  assert.match(out, new RegExp(`^${user.email} +developer +active`, "m"));
  assert.doesNotMatch(out, /argon/);
});

test("nobody, no email and an unknown role are told in a sentence, and change nothing", async () => {
  for (const args of [
    ["link", "nobody@acme.example"],
    ["reset", "not-an-email"],
    ["create", "x@acme.example", "--role", "king"],
    ["create", "x@acme.example", "--name", " "],
  ]) {
    const { code, out } = await ferruleUser(...args);
    assert.equal(code, 1, out);
    assert.doesNotMatch(out, /\n +at /);
  }
  assert.doesNotMatch((await ferruleUser("list")).out, /x@acme/);
});

test("a generated password leaves its file when it is changed, and when it is reset", async () => {
  const { email, passwordFile } = (await issueSignInLink(plane.app)) ?? assert.fail();
  assert.ok(passwordFile !== null && existsSync(passwordFile));
  await ferruleUser("reset", email);
  assert.ok(!existsSync(passwordFile));
});
