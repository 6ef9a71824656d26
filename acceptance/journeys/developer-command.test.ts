import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { packageCommand } from "@ferrule/one-machine/role-programs/package-command.ts";
import { standIn } from "@ferrule/cli/developer/testing/stand-in.ts";
import { bundled, makeUser, systemNode, type TestUser } from "@ferrule/cli/developer/testing/make-user.ts";
import type { Client } from "@ferrule/contract/client.ts";
import { createFunction, executionOf, offerGreetings, openProject } from "../deploy.ts";
import { shareTestPlatform, type TestPlatform } from "../platform.ts";

const root = join(import.meta.dirname, "../..");

const source = `import { type Context } from "ferrule";
/** Greets somebody. */
export default async function greet(input: { name: string }, ctx: Context) {
  ctx.log.info("greeting", { name: input.name });
  return { greeting: "Hello, " + input.name };
}`;

describe("the developers' command, as the installation hands it out, on the Node of this machine", () => {
  let platform: TestPlatform;
  let client: Client;
  let project: { id: string; slug: string };
  let functionId: string;
  let ann: TestUser;
  const cleanUps: (() => void)[] = [];
  const json = (said: string) => JSON.parse(said) as never;

  const tokenOf = async (role: "admin" | "developer" | "operator") =>
    (await client.createToken({ body: { name: "test", role, projectId: project.id } })).value;

  before(async () => {
    platform = await shareTestPlatform();
    client = await platform.signInAsOwner();
    project = await openProject(client);
    functionId = await createFunction(client, "greet", source);
    await offerGreetings(client, functionId);
    ann = makeUser({ after: (fn) => cleanUps.push(fn as () => void) }, { node: systemNode(), program: bundled });
    const signedIn = await ann.run(["login", "--token", "--url", platform.url], { input: await tokenOf("admin") });
    assert.equal(signedIn.code, 0, signedIn.stderr);
  });
  after(async () => {
    for (const clean of cleanUps) clean();
    await platform?.stop();
  });

  const done = async (...args: string[]) => {
    const ended = await ann.run([...args, "--json"]);
    assert.equal(ended.code, 0, ended.stderr);
    return json(ended.stdout);
  };

  test("whoami says who, where and with which role; doctor finds nothing wrong", async () => {
    const me = (await done("whoami")) as { address: string; project: { slug: string }; role: string };
    assert.deepEqual([me.address, me.project.slug, me.role], [platform.url, project.slug, "admin"]);
    const { findings } = (await done("doctor")) as { findings: { check: string; state: string }[] };
    assert.deepEqual(
      findings.map(({ check, state }) => `${check} ${state}`),
      ["Node good", "ferrule.yaml good", "Network good", "TLS good", "Clock good", "Version good", "Token good"],
    );
  });

  const npx = async (address: string, ...args: string[]) => {
    const node = systemNode();
    const child = spawn(node, [join(dirname(node), "npx"), "--yes", address, ...args], {
      cwd: ann.home,
      env: {
        PATH: `${dirname(node)}:/usr/bin:/bin`,
        HOME: ann.home,
        npm_config_cache: join(ann.home, ".npm"),
        npm_config_registry: "http://127.0.0.1:9/",
        npm_config_update_notifier: "false",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    assert.equal(code, 0, stderr);
    return stdout;
  };

  test("npx takes the command from the address of the installation, without a registry", async () => {
    const said = await npx(`http://127.0.0.1:${platform.port}/cli`, "whoami", "--json");
    assert.equal((json(said) as { email: string }).email, "owner@acme.example");
  });

  test("npx runs the new command once the installation was upgraded, and the old one after a step back", async (t) => {
    let packed: Buffer | string = "";
    const { address } = await standIn(t, (_request, response) => {
      response.writeHead(200, { "content-type": "application/gzip", "cache-control": "no-cache" }).end(packed);
    });
    for (const word of ["old", "old", "new", "old"]) {
      const files = await packageCommand(root, `#!/usr/bin/env node\nconsole.log("${word}");\n`, []);
      packed = new Map(files).get("package.tgz") ?? "";
      assert.equal(await npx(`${address}/cli`), `${word}\n`);
    }
  });

  test("call runs a draft, prints its logs beside its output, and refuses input that does not fit", async () => {
    const called = await ann.run(["call", "greet", "--input", '{"name":"Ann"}']);
    assert.equal(called.code, 0, called.stderr);
    assert.deepEqual(json(called.stdout), { greeting: "Hello, Ann" });
    assert.match(called.stderr, /info {2}greeting \{"name":"Ann"\}/);

    const fromFile = await ann.run(["call", "greet", "-i", "-", "--json"], { input: '\ufeff{"name":"Bob"}' });
    assert.deepEqual((json(fromFile.stdout) as { output: unknown }).output, { greeting: "Hello, Bob" });

    const refused = await ann.run(["call", "greet", "--input", '{"name":7}']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /INPUT_INVALID/);
    assert.match(refused.stderr, /^Help: http:\/\/[^/]+\/docs\/errors\/INPUT_INVALID$/m);
    const broken = await ann.run(["call", "greet", "--input", "{name}"]);
    assert.equal(broken.code, 2);
    assert.match(broken.stderr, /--input is not JSON/);
    const unknown = await ann.run(["call", "gret"]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /no Function gret[\s\S]*Did you mean greet\?/);
  });

  test("deploy, release and rollback wait until the environment serves it", async () => {
    const deployed = (await done("deploy", "-m", "first")) as { number: number; status: string };
    assert.equal(deployed.status, "completed");
    const unasked = await ann.run(["release"]);
    assert.equal(unasked.code, 2, unasked.stderr);
    const released = (await done("release", "--yes")) as { target: string; status: string };
    assert.deepEqual([released.target, released.status], ["production", "completed"]);

    await client.updateFunction({ params: { functionId }, body: { source: source.replace("Hello", "Good day") } });
    const second = await ann.run(["deploy"]);
    assert.match(second.stdout, /✓ Deployed #\d+ to development in [\d.]+ s: 0 added, 1 changed, 0 removed/);
    const called = (await done("call", "greet", "--deployed", "-i", '{"name":"A"}')) as { output: object };
    assert.deepEqual(called.output, { greeting: "Good day, A" });
    const back = (await done("rollback", "--env", "development", "--yes")) as { kind: string; status: string };
    assert.deepEqual([back.kind, back.status], ["rollback", "completed"]);
    const old = (await done("call", "greet", "--deployed", "-i", '{"name":"A"}')) as { output: object };
    assert.deepEqual(old.output, { greeting: "Hello, A" });
    const [listed] = (await done("functions", "list")) as { slug: string; served: { production: number } }[];
    assert.deepEqual([listed?.slug, listed?.served.production], ["greet", 1]);
  });

  test("release --commit takes the newest deployment of that commit, although Development serves another", async () => {
    const [tagged, newer] = ["a".repeat(40), "b".repeat(40)];
    const deployed: number[] = [];
    for (const [sha, word] of [
      [tagged, "Tagged"],
      [newer, "Newer"],
    ] as const) {
      await client.updateFunction({ params: { functionId }, body: { source: source.replace("Hello", word) } });
      const env = { GITHUB_ACTIONS: "true", GITHUB_SHA: sha, GITHUB_REF_NAME: "main" };
      const ended = await ann.run(["deploy", "--json"], { env });
      assert.equal(ended.code, 0, ended.stderr);
      deployed.push((json(ended.stdout) as { number: number }).number);
    }
    const released = (await done("release", "--yes", "--commit", tagged.toUpperCase())) as { number: number };
    const { items } = await client.listDeployments({ query: { target: "production" } });
    assert.deepEqual([items[0]?.number, items[0]?.commit?.sha], [released.number, tagged]);
    const unknown = await ann.run(["release", "--yes", "--commit", "c".repeat(40)]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /no completed deployment of the commit c{40}\. \(NOT_DEPLOYED\)/);
    assert.equal((await ann.run(["release", "--yes", "--commit", "main"])).code, 2);
    assert.equal((await ann.run(["release", `${deployed[0]}`, "--yes", "--commit", tagged])).code, 2);
    assert.equal((await client.listDeployments({ query: { target: "production" } })).items.length, items.length);
    await client.updateFunction({ params: { functionId }, body: { source } });
  });

  test("a deployment that does not compile shows file, line, column and the source there", async () => {
    const broken = source.replace('"Hello, " + input.name', "input.nam");
    await client.updateFunction({ params: { functionId }, body: { source: broken } });
    const failed = await ann.run(["deploy"]);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /functions\/greet\.ts:5:28 error .*'nam'.* TS2551/);
    assert.match(failed.stderr, /> 5 │ {3}return \{ greeting: input\.nam \};\n {4}│ {28}\^/);
    assert.match(failed.stdout, /✗ Deployment #\d+ failed/);
    assert.doesNotMatch(failed.stderr, /diagnostics\/TS/, "TypeScript's codes have no page");
    const told = await ann.run(["deploy", "--json"]);
    assert.equal(told.code, 1);
    const { problems } = json(told.stdout) as { problems: { file: string; line: number; column: number }[] };
    assert.deepEqual([problems[0]?.file, problems[0]?.line, problems[0]?.column], ["greet.ts", 5, 28]);
    await client.updateFunction({ params: { functionId }, body: { source: "export default 1;" } });
    const unexplained = await ann.run(["deploy"]);
    assert.match(unexplained.stderr, /^Help: http:\/\/[^/]+\/docs\/diagnostics\/HANDLER_NOT_FUNCTION$/m);
    await client.updateFunction({ params: { functionId }, body: { source } });
  });

  test("secrets set takes the value from the standard input alone, and nothing shows it", async () => {
    const value = "a value of this test 8f1c";
    const created = await ann.run(["secrets", "set", "PAYMENTS_KEY", "--env", "development"], { input: `${value}\n` });
    assert.equal(created.code, 0, created.stderr);
    const rotated = await ann.run(["secrets", "set", "PAYMENTS_KEY", "--env", "development", "--json"], {
      input: "other",
    });
    assert.deepEqual((json(rotated.stdout) as { version: number; created: boolean }).created, false);
    const listed = await ann.run(["secrets", "list", "--env", "development"]);
    assert.match(listed.stdout, /PAYMENTS_KEY {2}development {2}2/);
    for (const each of [created, rotated, listed]) assert.ok(!`${each.stdout}${each.stderr}`.includes(value));
    const argument = await ann.run(["secrets", "set", "PAYMENTS_KEY", value, "--env", "development"], { input: value });
    assert.equal(argument.code, 2);
    const empty = await ann.run(["secrets", "set", "PAYMENTS_KEY", "--env", "development"], { input: "" });
    assert.equal(empty.code, 2);
    const misnamed = await ann.run(["secrets", "set", "payments-key", "--env", "development"], { input: value });
    assert.equal(misnamed.code, 1);
    assert.match(misnamed.stderr, /body\.name must start with A-Z/);
    assert.match(misnamed.stderr, /^Help: http:\/\/[^/]+\/docs\/errors\/VALIDATION_ERROR$/m);
  });

  test("logs shows a call with what it logged, and filters", async () => {
    const called = (await done("call", "greet", "-i", '{"name":"Zoe"}')) as { requestId: string };
    await executionOf(client, called.requestId);
    const shown = await ann.run(["logs", "--function", "greet", "--status", "succeeded", "-n", "1"]);
    assert.match(shown.stdout, /✓ greet test/);
    assert.match(shown.stdout, /info {2}greeting \{"name":"Zoe"\}/);
    assert.equal((await ann.run(["logs", "--endpoint", "nothing"])).code, 1);
    assert.equal((await ann.run(["logs", "-n", "-1"])).code, 2);
  });

  test("open shows the address where there is no browser", async () => {
    assert.deepEqual(await done("open", "greet"), {
      address: `${platform.url}/functions/${functionId}`,
      opened: false,
    });
  });

  test("a token without the right is refused with 4, one that was revoked with 3", async () => {
    const env = { FERRULE_URL: platform.url, FERRULE_TOKEN: await tokenOf("developer") };
    const refused = await ann.run(["release", "--yes", "--json"], { env });
    assert.equal(refused.code, 4, refused.stderr);
    const { error } = json(refused.stderr) as { error: { code: string; requestId: string } };
    assert.equal(error.code, "FORBIDDEN");
    assert.match(error.requestId, /./);
    const { items } = await client.listTokens();
    for (const { id, role } of items) if (role === "developer") await client.deleteToken({ params: { tokenId: id } });
    assert.equal((await ann.run(["whoami"], { env })).code, 3);
  });

  test("the package holds the command and the licences of what it is made of", async () => {
    const listed = execFileSync("tar", ["tzf", join(dirname(bundled), "package.tgz")], { encoding: "utf8" });
    const files = ["package.json", "ferrule.mjs", "LICENSE", "THIRD-PARTY.txt"];
    assert.deepEqual(
      listed.trim().split("\n"),
      files.map((file) => `package/${file}`),
    );
    const licences = execFileSync("tar", ["xzOf", join(dirname(bundled), "package.tgz"), "package/THIRD-PARTY.txt"], {
      encoding: "utf8",
    });
    for (const name of ["commander", "undici", "zod", "yaml", "@clack/prompts"])
      assert.match(licences, new RegExp(`^${name} [\\d.]+ \\(`, "m"));
  });
});
