import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { after, before, describe, test, type TestContext } from "node:test";
import { eventually } from "@ferrule/control-plane/testing/eventually.ts";
import {
  startTestControlPlane,
  type SignedIn,
  type TestControlPlane,
} from "@ferrule/control-plane/testing/test-control-plane.ts";
import { makeUser, type RunOptions } from "../testing/make-user.ts";
import { standIn } from "../testing/stand-in.ts";

describe("ferrule login without a token", { concurrency: true }, () => {
  let plane: TestControlPlane;
  let person: SignedIn;
  let projectId: string;
  let slug: string;
  before(async () => {
    plane = await startTestControlPlane();
    ({ id: projectId, slug } = await plane.createProject());
    person = await plane.session("developer", projectId);
  });
  after(() => plane[Symbol.asyncDispose]());

  const allow = (userCode: string) =>
    person.client.allowCliSignIn({ params: { userCode }, body: { projectId, role: "developer", validDays: 7 } });

  /** Runs `ferrule login`, and calls `decide` with the code as soon as it is printed. */
  async function logIn(
    t: TestContext,
    args: string[],
    decide: (userCode: string, kill: () => void) => unknown,
    options: RunOptions = {},
  ) {
    const user = makeUser(t);
    const child = user.start(["login", "--url", plane.url, ...args], options);
    child.stdin?.end();
    const outputs = [child.stdout, child.stderr].map((stream) => stream ?? assert.fail("no output"));
    let seen = "";
    let isShown = false;
    let decided: unknown;
    for (const stream of outputs) {
      stream.on("data", (chunk: Buffer) => {
        seen += String(chunk);
        const [code] = /\b[B-Z]{4}-[B-Z]{4}\b/.exec(seen.replaceAll(/code=\S+/g, "")) ?? [];
        if (code === undefined || isShown) return;
        isShown = true;
        decided = decide(code, () => child.kill("SIGINT"));
      });
    }
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const [code, stdout = "", stderr = ""] = await Promise.all([ended, ...outputs.map((stream) => readAll(stream))]);
    await decided;
    return { ...user, code, stdout, stderr };
  }

  test("shows the address and the code, keeps the token that a person allows, and works with it", async (t) => {
    const { code, stdout, stderr, home, run } = await logIn(t, ["--no-browser", "--project", slug], allow);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Open http:\/\/localhost:8080\/device\?code=[B-Z]{4}-[B-Z]{4}\n/);
    assert.match(stdout, new RegExp(`^Signed in to ${plane.url} as ${person.user.email}, Project ${slug}\\.\\n$`));
    const file = join(home, ".config", "ferrule", "credentials.json");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const { credentials } = JSON.parse(readFileSync(file, "utf8")) as { credentials: { token: string }[] };
    assert.ok(!`${stdout}${stderr}`.includes(credentials[0]?.token ?? "fer_pat_"));
    const shown = await run(["whoami", "--json"]);
    assert.equal((JSON.parse(shown.stdout) as { email: string }).email, person.user.email);
    const { items } = await person.client.listTokens();
    assert.ok(items.some(({ name }) => name === hostname()));
  });

  test("opens the page with the code in the browser", async (t) => {
    const { home: folder } = makeUser(t);
    const opened = join(folder, "opened");
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin", "xdg-open"), `#!/bin/sh\necho "$1" > ${JSON.stringify(opened)}\n`, {
      mode: 0o755,
    });
    const env = { PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`, DISPLAY: ":0" };
    let shown = "";
    const decide = (userCode: string) => {
      shown = userCode;
      return allow(userCode);
    };
    const { code, stderr } = await logIn(t, [], decide, { env });
    assert.equal(code, 0, stderr);
    // The browser is a separate process, and nobody waits for it.
    const text = await eventually(async () => (existsSync(opened) && readFileSync(opened, "utf8")) || undefined);
    assert.equal(text, `http://localhost:8080/device?code=${shown}\n`);
  });

  test("tells a program the code as a line of JSON, and then what was kept", async (t) => {
    const { code, stdout, stderr } = await logIn(t, ["--no-browser", "--json"], allow);
    assert.equal(code, 0, stderr);
    const [waiting = "", ...kept] = stdout.split("\n");
    const { state, verificationUrl } = JSON.parse(waiting) as Record<string, string>;
    assert.deepEqual([state, verificationUrl], ["waiting", "http://localhost:8080/device"]);
    const { project } = JSON.parse(kept.join("\n")) as { project: { slug: string } };
    assert.equal(project.slug, slug);
    assert.ok(!stdout.includes("fer_pat_") && !stdout.includes("deviceCode"));
  });

  test("ends with 4 when the person refuses, and keeps nothing", async (t) => {
    const deny = (userCode: string) => person.client.denyCliSignIn({ params: { userCode } });
    const { code, stderr, run } = await logIn(t, ["--no-browser"], deny);
    assert.equal(code, 4, stderr);
    assert.match(stderr, /refused in the console.*SIGN_IN_REFUSED/);
    assert.equal((await run(["whoami"])).code, 3);
  });

  test("ends with 130 on Ctrl-C while it waits", async (t) => {
    const { code, stderr } = await logIn(t, ["--no-browser"], (_, interrupt) => interrupt());
    assert.equal(code, 130, stderr);
    assert.match(stderr, /Cancelled\.\n$/);
  });

  test("waits for nobody in a pipeline", async (t) => {
    const { run } = makeUser(t);
    const { code, stderr } = await run(["login", "--url", plane.url], { env: { CI: "true" } });
    assert.equal(code, 2);
    assert.match(stderr, /FERRULE_TOKEN/);
  });

  test("says so where an installation has no such page", async (t) => {
    const { run } = makeUser(t);
    const body = { error: { code: "NOT_FOUND", message: "Not found.", requestId: "one" } };
    const { address } = await standIn(t, (_, response) =>
      response.writeHead(404, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
    const { code, stderr } = await run(["login", "--url", address]);
    assert.equal(code, 1);
    assert.match(stderr, /has no sign-in by browser[\s\S]*login --token/);
  });
});
