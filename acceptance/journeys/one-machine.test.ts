import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { generate } from "selfsigned";
import { createClient } from "@ferrule/contract/client.ts";
import { freePort } from "@ferrule/kit/network/free-ports.ts";
import { eventually } from "../eventually.ts";
import { verifies } from "../verifies.ts";

const root = join(import.meta.dirname, "..", "..");
const scratch = mkdtempSync(join(tmpdir(), "ferrule-one-machine-"));
// All users may search it, so that the database runs in place as root too, and we find it by its command line.
chmodSync(scratch, 0o711);
const begun = new Set<ChildProcess>();
after(() => {
  // A failed test may have left a process running, which would keep this one alive.
  for (const { pid, exitCode, signalCode } of begun)
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(pid, "SIGKILL");
  rmSync(scratch, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

const bootstrapped = [process.execPath, join(root, "bootstrap.mjs"), "start.ts"];

function start(env: Record<string, string>, [file = "", ...args]: readonly string[] = bootstrapped): Started {
  const child = spawn(file, args, {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  begun.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { child, output: () => output, ended };
}

/** The first start in a checkout also builds the console. */
const ready = (started: Started) =>
  eventually(
    async () => (started.output().includes("Ctrl-C stops everything") ? started.output() : undefined),
    180_000,
  );

/** The processes of this data folder: the folder is in their environment or on their command line. */
function processesOf(dataDir: string): string[] {
  return readdirSync("/proc").filter((entry) => {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return false;
    try {
      const about = readFileSync(`/proc/${entry}/environ`, "latin1") + readFileSync(`/proc/${entry}/cmdline`, "latin1");
      return about.includes(dataDir) && !readFileSync(`/proc/${entry}/stat`, "latin1").includes(") Z ");
    } catch {
      return false;
    }
  });
}

/** The result of `read` for a process; `gone` when it has ended meanwhile, as the database's do by themselves. */
function unlessGone<T>(read: () => T, gone: T): T {
  try {
    return read();
  } catch {
    return gone;
  }
}
const childrenOf = (pid: number): number[] =>
  unlessGone(() => readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1"), "")
    .split(" ")
    .filter(Boolean)
    .map(Number);
const openFilesOf = (pid: number): string[] =>
  unlessGone(() => readdirSync(`/proc/${pid}/fd`), []).map((fd) =>
    unlessGone(() => readlinkSync(`/proc/${pid}/fd/${fd}`), ""),
  );

const nothingLeft = (dataDir: string) =>
  eventually(async () => (processesOf(dataDir).length === 0 ? true : undefined), 20_000).catch(() => {
    const left = processesOf(dataDir).map((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " "),
    );
    assert.fail(`still running: ${left.join("\n")}`);
  });

describe("npm start", () => {
  const dataDir = join(scratch, "data");
  let port: number;

  test("starts everything, prints how to sign in and a call that works, and Ctrl-C leaves nothing running", async () => {
    port = await freePort();
    const started = start({ DATA_DIR: dataDir, PORT: String(port) });
    try {
      const output = await ready(started);
      assert.match(output, new RegExp(`Ferrule is ready at http://localhost:${port}`));
      const curl = output.slice(output.indexOf("curl -s"), output.indexOf("Ctrl-C"));
      const { stdout } = spawnSync("bash", ["-c", curl], { encoding: "utf8" });
      const answer = JSON.parse(stdout) as { result: { structuredContent: { orderId: string; status: string } } };
      assert.deepEqual(
        [answer.result.structuredContent.orderId, answer.result.structuredContent.status],
        ["A-1001", "shipped"],
      );
      const token = /#link=([\w.-]+)/.exec(output)?.[1] ?? "";
      const client = createClient({ baseUrl: `http://localhost:${port}`, cookies: "keep" });
      const { user } = await client.loginWithLink({ body: { token } });
      assert.equal(user.role, "owner");
      await assert.rejects(
        createClient({ baseUrl: `http://localhost:${port}`, cookies: "keep" }).loginWithLink({ body: { token } }),
        { code: "INVALID_CREDENTIALS" },
      );
      const password = /password +(\S+)/.exec(output)?.[1] ?? "";
      await client.login({ body: { email: user.email, password } });
      const page = await fetch(`http://localhost:${port}/`);
      assert.match(await page.text(), /<div id="root">/);
      assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    } finally {
      started.child.kill("SIGINT");
    }
    assert.equal(await started.ended, 0);
    await nothingLeft(dataDir);
  });

  test("the second start is quick and keeps what was there; kill -9 of the supervisor leaves nothing running", async (t) => {
    const started = start({ DATA_DIR: dataDir, PORT: String(port) });
    const output = await ready(started);
    const seconds = Number(/is ready at \S+ \(([\d.]+) s\)/.exec(output)?.[1]);
    t.diagnostic(`ready after ${seconds} s`);
    // The target is 3 s on a machine of its own; a machine that runs the tests is busy with others.
    assert.ok(seconds <= (process.env["FERRULE_TEST_LENGTH"] === "full" ? 3 : 20), `${seconds} s`);
    const supervisor = readFileSync(`/proc/${started.child.pid}/task/${started.child.pid}/children`, "latin1").trim();
    process.kill(Number(supervisor.split(" ")[0]), "SIGKILL");
    await started.ended;
    await nothingLeft(dataDir);
  });

  test("what the shell has left open reaches no process; a rejection that nobody handles ends nothing, an error that nobody catches all", async () => {
    const injector = pathToFileURL(join(root, "acceptance", "stray-errors.mjs")).href;
    const left = join(scratch, "left-open");
    writeFileSync(left, "not for children");
    const shell = `exec "${process.execPath}" bootstrap.mjs start.ts 3<"${left}" 9<"${left}" 27<"${left}" 61<"${left}"`;
    const env = { DATA_DIR: dataDir, PORT: String(port), DEMO_MODE: "false", NODE_OPTIONS: `--import=${injector}` };
    const started = start(env, ["bash", "-c", shell]);
    await ready(started);
    const [supervisor = 0] = childrenOf(started.child.pid!);
    const seen = new Set([supervisor]);
    for (const pid of seen) for (const child of childrenOf(pid)) seen.add(child);
    // The roles, the database's, and at least one executor.
    assert.ok(seen.size > 5, `${seen.size} processes`);
    for (const pid of seen) assert.ok(!openFilesOf(pid).includes(left), `process ${pid}`);
    process.kill(supervisor, "SIGUSR2");
    await eventually(async () => (started.output().includes("nobody handles this") ? true : undefined), 30_000);
    assert.equal((await fetch(`http://localhost:${port}/health`)).status, 200);
    process.kill(supervisor, "SIGWINCH");
    assert.equal(await started.ended, 70);
    assert.match(started.output(), /nobody catches this/);
    await nothingLeft(dataDir);
  });

  test("with a certificate everything is served by https, and the demo is there from the first start; kill -9 of the process that npm runs leaves nothing running", async () => {
    const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], { keyType: "ec" });
    const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(scratch, "cert.pem"), join(scratch, "key.pem")];
    writeFileSync(TLS_CERT_FILE, cert);
    writeFileSync(TLS_KEY_FILE, key);
    const [secure, securePort] = [join(scratch, "secure"), String(await freePort())];
    const started = start({ DATA_DIR: secure, PORT: securePort, TLS_CERT_FILE, TLS_KEY_FILE });
    try {
      const output = await ready(started);
      assert.match(output, new RegExp(`Ferrule is ready at https://localhost:${securePort}`));
      const curl = output.slice(output.indexOf("curl -s"), output.indexOf("Ctrl-C")).replace("curl -s", "curl -sk");
      const { stdout } = spawnSync("bash", ["-c", curl], { encoding: "utf8" });
      const answer = JSON.parse(stdout) as { result: { structuredContent: { orderId: string } } };
      assert.equal(answer.result.structuredContent.orderId, "A-1001");
    } finally {
      started.child.kill("SIGKILL");
    }
    await started.ended;
    await nothingLeft(secure);
  });

  const refuses = async (env: Record<string, string>, sentence: RegExp) => {
    const started = start({ PORT: "0", ...env });
    const code = await started.ended;
    assert.equal(code, 1, started.output());
    assert.match(started.output(), sentence);
    assert.equal(started.output().trim().split("\n").length, 1, `one sentence: ${started.output()}`);
  };

  test("a taken port is one clear sentence", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => holder.once("listening", resolve));
    const { port: taken } = holder.address() as AddressInfo;
    await refuses({ DATA_DIR: dataDir, PORT: String(taken) }, new RegExp(`Port ${taken} .* in use`));
    holder.close();
  });

  test("an unwritable data folder is one clear sentence", async () => {
    const file = join(scratch, "a-file");
    writeFileSync(file, "");
    await refuses({ DATA_DIR: join(file, "data") }, /data folder .* cannot be written/);
  });

  test("a database that does not answer is one clear sentence", async () => {
    const dead = await freePort();
    const elsewhere = join(scratch, "dead");
    await refuses(
      { DATA_DIR: elsewhere, DATABASE_URL: `postgres://nobody:hunter2@127.0.0.1:${dead}/none` },
      /database/i,
    );
    assert.ok(!readFileSync(join(elsewhere, "logs", "control-plane.log"), "utf8").includes("hunter2"));
  });

  test("production refuses to start on development settings, every problem at once", async () => {
    verifies("production.refusals", "production.validated-before-start");
    const started = start({ NODE_ENV: "production", DATA_DIR: join(scratch, "production"), DEMO_MODE: "true" });
    assert.equal(await started.ended, 1);
    for (const name of ["PUBLIC_URL", "DATABASE_URL", "DEMO_MODE", "OWNER_PASSWORD"])
      assert.match(started.output(), new RegExp(`${name}: `));
  });
});
