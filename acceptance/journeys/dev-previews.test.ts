import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { makeUser, bundled, systemNode, type TestUser } from "@ferrule/cli/developer/testing/make-user.ts";
import { executionOf, openProject } from "../deploy.ts";
import { shareTestPlatform, type TestPlatform } from "../platform.ts";

interface Event {
  event: string;
  [name: string]: unknown;
}

const source = (word: string) => `import type { Context } from "ferrule";

export default async function greet({ name }: { name: string }, ctx: Context) {
  ctx.log.info("greeting", { name });
  if (name === "nobody") throw new Error("Nobody is there.");
  return { greeting: \`${word}, \${name}!\` };
}
`;
const files = {
  "functions/greet.ts": source("Hello"),
  "endpoints/tools.yaml": "kind: mcp\ntools:\n  greet:\n    function: greet\n",
  "endpoints/api.yaml": "kind: http\nroutes:\n  POST /greetings/{name}:\n    function: greet\n",
};

describe("a folder served beside Development, by the command that the installation hands out", () => {
  let platform: TestPlatform;
  let client: Client;
  let ann: TestUser;
  let folder: string;
  let env: Record<string, string>;
  const cleanUps: (() => void)[] = [];
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  before(async () => {
    platform = await shareTestPlatform();
    client = await platform.signInAsOwner();
    const { id, slug } = await openProject(client);
    const { value } = await client.createToken({ body: { name: "dev", role: "developer", projectId: id } });
    ann = makeUser({ after: (fn) => cleanUps.push(fn as () => void) }, { node: systemNode(), program: bundled });
    folder = join(ann.home, "shop");
    env = { FERRULE_URL: platform.url, FERRULE_TOKEN: value };
    write("ferrule.yaml", `format: 1\ninstallation: ${platform.url}\nproject: ${slug}\n`);
    for (const [path, text] of Object.entries(files)) write(path, text);
  });
  after(async () => {
    for (const clean of cleanUps) clean();
    await platform?.stop();
  });

  const run = async (...args: string[]) => {
    const ended = await ann.run(args, { cwd: folder, env });
    return { ...ended, json: () => JSON.parse(ended.stdout) as never };
  };

  test("dev serves each save, shows calls and where they failed, and leaves drafts and Development alone", async () => {
    const child = ann.start(["dev", "--json"], { cwd: folder, env });
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const next = async (event: string): Promise<Event> => {
      for (;;) {
        const { value, done } = await lines.next();
        assert.ok(!done, `it ended before ${event}`);
        const found = JSON.parse(value) as Event;
        if (found.event === event) return found;
      }
    };
    const preview = await next("preview");
    const addresses = preview["addresses"] as { kind: string; url: string }[];
    const url = (kind: string) =>
      addresses.find((one) => one.kind === kind)!.url.replace(/^https?:\/\/[^/]+/, platform.url);
    assert.match(url("http"), /\/http\/preview-dev-owner\//);
    assert.equal((await next("served"))["status"], "serving");
    const call = (name: string, key = preview["key"] as string) =>
      fetch(`${url("http")}/greetings/${name}`, { method: "POST", headers: { "x-api-key": key } });
    const answer = await call("Ada");
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { greeting: "Hello, Ada!" });
    assert.equal((await call("Ada", "fer_key_of-somebody-else-0000000000")).status, 401);
    const seen = await next("call");
    assert.deepEqual([seen["status"], (seen["logs"] as { message: string }[])[0]?.message], ["succeeded", "greeting"]);

    write("functions/greet.ts", source("Good day"));
    const served = await next("served");
    assert.deepEqual([served["status"], served["files"]], ["serving", ["functions/greet.ts"]]);
    assert.deepEqual(await (await call("Ada")).json(), { greeting: "Good day, Ada!" });

    assert.equal((await call("nobody")).status, 500);
    const failed = await (async () => {
      for (;;) {
        const one = await next("call");
        if (one["status"] === "failed") return one;
      }
    })();
    assert.deepEqual(failed["place"], { file: "functions/greet.ts", line: 5, column: 32 });

    write("functions/greet.ts", source("Hi").replace("name }: {", "nam }: {"));
    const wrong = await next("served");
    assert.equal(wrong["status"], "failed");
    assert.equal((wrong["diagnostics"] as { file: string; line: number }[])[0]?.file, "functions/greet.ts");
    assert.deepEqual(await (await call("Ada")).json(), { greeting: "Good day, Ada!" });
    write("functions/greet.ts", source("Hi"));
    assert.equal((await next("served"))["status"], "serving");
    assert.deepEqual(await (await call("Ada")).json(), { greeting: "Hi, Ada!" });

    child.kill("SIGINT");
    assert.deepEqual((await once(child, "close"))[0], 0);
    assert.deepEqual((await client.listFunctions({})).items, []);
  });

  test("preview serve, list and end do what a pipeline needs, and print no key", async () => {
    const served = await run("preview", "serve", "pr-7", "--comment");
    assert.equal(served.code, 0, served.stderr);
    assert.match(served.stdout, /^### Preview pr-7/);
    assert.match(served.stdout, /\| api \| http \| <https?:\/\/[^>]+\/http\/preview-pr-7\/[^>]+> \| api-key \|/);
    assert.doesNotMatch(served.stdout + served.stderr, /fer_key_/);
    const listed = (await run("preview", "list", "--json")).json() as { name: string }[];
    assert.deepEqual(listed.map(({ name }) => name).sort(), ["dev-owner", "pr-7"]);
    assert.match((await run("preview", "serve", "pr-7", "--key")).stdout, /fer_key_/);

    write("functions/greet.ts", source("Hi").replace("name }: {", "nam }: {"));
    const failed = await run("preview", "serve", "pr-7", "--comment");
    assert.equal(failed.code, 1);
    assert.match(failed.stdout, /\*\*This commit is not served\.\*\*/);
    assert.doesNotMatch(failed.stderr, /^Help: /m, "the compiler's own codes have no page");
    write("functions/greet.ts", source("Hi").replace("export default ", ""));
    const nothing = await run("preview", "serve", "pr-7", "--comment");
    assert.match(nothing.stderr, /^Help: http\S+\/docs\/diagnostics\/NO_DEFAULT_EXPORT$/m);
    write("functions/greet.ts", source("Hi"));

    for (const ended of [true, false])
      assert.deepEqual((await run("preview", "end", "pr-7", "--json")).json(), { name: "pr-7", ended });
    assert.equal(readFileSync(join(folder, "functions/greet.ts"), "utf8"), source("Hi"));
  });

  test("test runs the tests of the folder, shows what fails, and writes a test of a recorded call that passes", async () => {
    const head = 'import { call, expect, test } from "ferrule/test";\n\n';
    const body = (word: string) =>
      `test("greets", async () => {\n  const { output } = await call({ name: "Ada" });\n  expect(output).toEqual({ greeting: "${word}, Ada!" });\n});\n`;
    write("functions/greet.test.ts", head + body("Hi"));
    const passed = await run("test");
    assert.equal(passed.code, 0, passed.stdout + passed.stderr);
    assert.match(passed.stdout, /functions\/greet\.test\.ts\n {2}✓ greets[\s\S]*1 passed/);
    write("functions/greet.test.ts", head + body("Bye"));
    const failed = await run("test", "greet", "--coverage");
    assert.equal(failed.code, 1, failed.stderr);
    assert.match(failed.stdout, /✗ greets[\s\S]*functions\/greet\.test\.ts:5:\d+\n[\s\S]*> 5 │ {3}expect\(output\)/);
    assert.match(failed.stdout, /functions\/greet\.ts +\d+ %/);
    write("functions/greet.test.ts", head + body("Hi"));

    const preview = (await run("preview", "serve", "pr-8", "--key", "--json")).json() as {
      key: string;
      addresses: { kind: string; path: string }[];
    };
    const { path } = preview.addresses.find(({ kind }) => kind === "http")!;
    const answer = await fetch(`${platform.url}${path}/greetings/Zoe`, {
      method: "POST",
      headers: { "x-api-key": preview.key },
    });
    assert.deepEqual(await answer.json(), { greeting: "Hi, Zoe!" });
    const requestId = answer.headers.get("x-request-id")!;
    await executionOf(client, requestId);
    const written = await run("test", "--from", requestId);
    assert.equal(written.code, 0, written.stderr);
    const both = await run("test");
    assert.equal(both.code, 0, both.stdout + both.stderr);
    assert.match(both.stdout, new RegExp(`✓ request ${requestId}`));
  });
});
