import assert from "node:assert/strict";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeUser } from "./testing/make-user.ts";
import { answering, me, standIn } from "./testing/stand-in.ts";

const token = "fer_pat_a-token-of-this-test";
const credentialsOf = (home: string) => join(home, ".config", "ferrule", "credentials.json");
test("login keeps a token that only its user can read, whoami shows whose it is, logout forgets it", async (t) => {
  const { home, run } = makeUser(t);
  const { address, asked } = await standIn(t, answering(me()));
  const signedIn = await run(["login", "--token", "--url", address], { input: `${token}\r\n` });
  assert.equal(signedIn.code, 0, signedIn.stderr);
  assert.equal(statSync(credentialsOf(home)).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(join(home, ".config", "ferrule")), ["credentials.json"]);

  const shown = await run(["whoami", "--json"]);
  assert.equal(asked.at(-1)?.headers.authorization, `Bearer ${token}`);
  assert.deepEqual(JSON.parse(shown.stdout), {
    address,
    project: { id: "prj_shop", slug: "shop" },
    email: "ann@acme.example",
    role: "developer",
    tokenFrom: "credentials",
  });
  const forgotten = await run(["logout", "--json"]);
  assert.deepEqual(JSON.parse(forgotten.stdout), { forgotten: [{ address, project: "shop" }] });
  assert.equal((await run(["whoami"])).code, 3);
  for (const each of [signedIn, shown, forgotten]) assert.ok(!`${each.stdout}${each.stderr}`.includes(token));
});

test("a file of tokens that others can read is refused, with the way to mend it", async (t) => {
  const { home, run } = makeUser(t);
  const { address, asked } = await standIn(t, answering(me()));
  await run(["login", "--token", "--url", address], { input: token });
  chmodSync(credentialsOf(home), 0o644);
  const { code, stderr } = await run(["whoami"]);
  assert.equal(code, 3);
  assert.match(stderr, /Others can read your tokens.*644/);
  assert.match(stderr, /chmod 600/);
  assert.equal(asked.length, 1);
});

test("a file of tokens that is damaged is named, and not overwritten", async (t) => {
  const { home, run } = makeUser(t);
  const { address } = await standIn(t, answering(me()));
  await run(["login", "--token", "--url", address], { input: token });
  writeFileSync(credentialsOf(home), "{", { mode: 0o600 });
  const { code, stderr } = await run(["login", "--token", "--url", address], { input: token });
  assert.equal(code, 1);
  assert.match(stderr, /is not a file of this command's tokens/);
  assert.equal(readFileSync(credentialsOf(home), "utf8"), "{");
});

test("a text that is no token is refused before anything is sent", async (t) => {
  const { run } = makeUser(t);
  const { address, asked } = await standIn(t, answering(me()));
  for (const input of ["", "short", `${token}\nx-injected: 1`, `${token}\u0000`]) {
    const { code, stderr } = await run(["login", "--token", "--url", address], { input });
    assert.equal(code, 2, stderr);
  }
  assert.equal(asked.length, 0);
});

test("FERRULE_TOKEN wins over what is stored, and goes only where FERRULE_URL says", async (t) => {
  const { home, run } = makeUser(t);
  const mine = await standIn(t, answering(me()));
  const other = await standIn(t, answering(me("evil")));
  await run(["login", "--token", "--url", mine.address], { input: token });
  const env = { FERRULE_TOKEN: "fer_pat_of-a-pipeline", FERRULE_URL: mine.address };
  assert.equal((await run(["whoami"], { env })).code, 0);
  assert.equal(mine.asked.at(-1)?.headers.authorization, "Bearer fer_pat_of-a-pipeline");

  writeFileSync(join(home, "ferrule.yaml"), `installation: ${other.address}\n`);
  const refused = await run(["whoami", "--json"], { env: { FERRULE_TOKEN: env.FERRULE_TOKEN } });
  assert.equal(refused.code, 2);
  assert.equal(JSON.parse(refused.stderr).error.code, "TOKEN_WITHOUT_ADDRESS");
  assert.equal((await run(["whoami", "--url", other.address], { env })).code, 3);
  assert.equal(other.asked.length, 0);
});

test("a token of another Project than the folder's is refused", async (t) => {
  const { home, run } = makeUser(t);
  const { address } = await standIn(t, answering(me("shop")));
  writeFileSync(join(home, "ferrule.yaml"), `installation: ${address}\nproject: billing\n`);
  const env = { FERRULE_TOKEN: token, FERRULE_URL: address };
  const refused = await run(["whoami", "--json"], { env });
  assert.equal(refused.code, 2);
  assert.equal(JSON.parse(refused.stderr).error.code, "PROJECT_MISMATCH");
  assert.equal((await run(["whoami", "--project", "shop"], { env })).code, 0);
});
