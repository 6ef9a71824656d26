import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, test, type TestContext } from "node:test";
import { makeUser } from "../testing/make-user.ts";
import { standInPreviews } from "../testing/stand-in-previews.ts";
import { Terminal } from "../testing/terminal.ts";

const handler = "export default function run(input: { id: string }) {\n  throw new Error(input.id);\n}\n";
const endpoints = {
  "endpoints/support.yaml": "kind: mcp\ntools:\n  look_up:\n    function: look-up\n",
  "endpoints/api.yaml": "kind: http\nroutes:\n  POST /orders/{id}:\n    function: look-up\n",
};

interface Event {
  event: string;
  [name: string]: unknown;
}

/** A folder, a user who is signed in to the stand-in, and `ferrule dev` in it. */
async function begin(t: TestContext, files: Record<string, string> = {}) {
  const user = makeUser(t);
  const server = await standInPreviews(t);
  const folder = join(user.home, "shop");
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const all = {
    "ferrule.yaml": `format: 1\ninstallation: ${server.address}\nproject: shop\n`,
    "functions/look-up.ts": handler,
    ...endpoints,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) write(path, text);
  const env = { FERRULE_TOKEN: "fer_pat_of-ann", FERRULE_URL: server.address };
  const options = { cwd: folder, env };
  const start = (...args: string[]) => {
    const child = user.start(["dev", "--json", ...args], options);
    t.after(() => child.kill("SIGKILL"));
    const events: Event[] = [];
    let wake = () => undefined as void;
    createInterface({ input: child.stdout! }).on("line", (line) => {
      events.push(JSON.parse(line) as Event);
      wake();
    });
    /** The next event of this kind behind those that were taken. */
    const next = async (event: string): Promise<Event> => {
      const until = Date.now() + 30_000;
      for (;;) {
        const at = events.findIndex((one) => one.event === event);
        if (at !== -1) return events.splice(0, at + 1).at(-1)!;
        assert.ok(Date.now() < until, `no ${event} among ${JSON.stringify(events)}`);
        const timer = setTimeout(() => wake(), 500);
        await new Promise<void>((resolve) => (wake = resolve));
        clearTimeout(timer);
      }
    };
    const quit = async () => {
      child.kill("SIGINT");
      const [code] = (await once(child, "close")) as [number | null];
      return code;
    };
    return { next, events, quit };
  };
  return { server, folder, write, start, user, options };
}

describe("ferrule dev", () => {
  test("serves the folder, and again after each save, with its addresses and its key", async (t) => {
    const { server, write, start } = await begin(t);
    const { next, quit } = start();
    const preview = await next("preview");
    assert.equal(preview["name"], "dev-ann");
    assert.equal(preview["key"], "fer_key_of-the-preview");
    assert.deepEqual(preview["addresses"], server.addresses("dev-ann"));
    assert.deepEqual(
      server.sources[0]?.functions.map(({ slug, source }) => [slug, source]),
      [["look-up", handler]],
    );
    const first = await next("served");
    assert.equal(first["status"], "serving");
    assert.ok((first["ms"] as number) >= 0);

    write("functions/look-up.ts", `${handler}// Saved.\n`);
    assert.deepEqual((await next("served"))["files"], ["functions/look-up.ts"]);
    assert.match(server.sources.at(-1)!.functions[0]!.source, /Saved/);
    assert.equal(await quit(), 0);
    assert.ok(server.makers.has("dev-ann"), "the preview stays");
  });

  test("shows where a source and a YAML are wrong, and goes on", async (t) => {
    const { server, folder, write, start } = await begin(t);
    server.serve = (at) => {
      if (at !== 1) return {};
      const place = {
        function: "look-up",
        severity: "error",
        message: "No such thing.",
        line: 2,
        column: 3,
        code: "TS1",
      };
      const error = { code: "BUILD_FAILED", message: "Function look-up: No such thing.", file: null, line: null };
      return { status: "failed", diagnostics: [place], error } as never;
    };
    const { next, quit } = start();
    await next("served");
    write("functions/look-up.ts", `${handler}// Wrong.\n`);
    const failed = await next("served");
    assert.equal(failed["status"], "failed");
    assert.deepEqual((failed["diagnostics"] as { file: string; line: number }[])[0]?.file, "functions/look-up.ts");

    write("endpoints/api.yaml", "kind: http\nroutes:\n  GET /a:\n    funtion: look-up\n");
    const wrong = (await next("folder"))["problems"] as { file: string; line: number; message: string }[];
    const places = wrong.map(({ file, line }) => `${file}:${line}`);
    assert.ok(places.includes("endpoints/api.yaml:4"), places.join());
    symlinkSync(import.meta.filename, join(folder, "functions", "outside.ts"));
    assert.match(JSON.stringify(await next("folder")), /symbolic link/);
    const sent = server.sent;
    assert.equal(sent, 2);
    await quit();
  });

  test("goes on after the network, the server and the token have gone, with the newest save", async (t) => {
    const { server, write, start } = await begin(t);
    const signedOut = { status: 401, error: { code: "UNAUTHENTICATED", message: "Sign in.", requestId: "req_2" } };
    const busy = { status: 503, error: { code: "UNAVAILABLE", message: "Starting.", requestId: "req_3" } };
    server.serve = (at) => [{}, "break" as const, "break" as const, busy, signedOut][at] ?? {};
    const { next, events, quit } = start();
    await next("served");
    write("functions/look-up.ts", `${handler}// One.\n`);
    const { message } = (await next("error"))["error"] as { message: string };
    assert.match(message, /cannot be reached/);
    write("functions/look-up.ts", `${handler}// Two.\n`);
    assert.equal((await next("served"))["status"], "serving");
    assert.match(server.sources.at(-1)!.functions[0]!.source, /Two/);
    assert.equal(events.filter(({ event }) => event === "error").length, 0);
    assert.equal(await quit(), 0);
  });

  test("a save while another one is being sent is served after it", async (t) => {
    const { server, write, start } = await begin(t);
    const { next, quit } = start();
    await next("served");
    for (let at = 0; at < 20; at += 1) write("functions/look-up.ts", `${handler}// ${at}.\n`);
    const isNewest = () => /\/\/ 19\./.test(server.sources.at(-1)!.functions[0]!.source);
    while (!isNewest()) await next("served");
    await quit();
  });

  test("shows calls with their logs, and the place in the folder where one failed", async (t) => {
    const { server, start } = await begin(t);
    const { next, quit } = start();
    await next("served");
    while (server.followers === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const follow = server.asked.find(({ line }) => line.startsWith("GET /api/executions/stream"));
    assert.match(follow!.line, /preview=dev-ann/);
    const error = { code: "FUNCTION_ERROR", message: "7" };
    const execution = { id: "exe_1", requestId: "req_9", functionName: "look-up", status: "failed", error };
    const shape = {
      startedAt: "2026-01-01T00:00:00.000Z",
      durationMs: 3,
      environment: "development",
      called: "look_up",
    };
    const logs = [{ at: "2026-01-01T00:00:00.000Z", level: "info", message: "reading" }];
    server.record(
      { ...execution, ...shape },
      { logs, error: { ...error, stack: "Error: 7\n    at run (look-up.ts:2:9)" } },
    );
    const called = await next("call");
    assert.deepEqual(called["place"], { file: "functions/look-up.ts", line: 2, column: 9 });
    assert.deepEqual(called["logs"], logs);
    await quit();
  });

  test("--once ends with 0 when the folder is served, and with 1 when it is not", async (t) => {
    const { server, user, options } = await begin(t);
    const served = await user.run(["dev", "--once"], options);
    assert.equal(served.code, 0, served.stderr);
    assert.match(served.stdout, /support {3}mcp {3}http.*preview-dev-ann/);
    assert.match(served.stdout, /✓ served in \d+ ms/);
    server.serve = () => ({
      status: "failed",
      error: { code: "BUILD_FAILED", step: "build", message: "No.", file: null, line: null },
    });
    const failed = await user.run(["dev", "--once"], options);
    assert.equal(failed.code, 1);
    assert.match(
      failed.stdout,
      /✗ not served: No\. \(BUILD_FAILED\).*\nHelp: http:\S+\/docs\/diagnostics\/BUILD_FAILED$/m,
    );
    server.serve = () => ({});
    const ended = await user.run(["dev", "--once", "--end"], options);
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(server.makers.size, 0);
    const named = await user.run(["dev", "--once", "--name", "No Name"], options);
    assert.equal(named.code, 2);
  });

  test("leaves the preview of another person with the same name alone, and keeps its key to itself", async (t) => {
    const { server, user, options } = await begin(t);
    server.makers.set("dev-ann", "ann@other.example");
    const served = await user.run(["dev", "--once"], options);
    assert.equal(served.code, 0, served.stderr);
    assert.match(served.stdout, /preview-dev-ann-00001/);
    const again = await user.run(["dev", "--once"], options);
    assert.match(again.stdout, /key {2}fer_key_of-the-preview/);
    const taken = await user.run(["dev", "--once", "--name", "dev-ann"], options);
    assert.match(taken.stderr, /dev-ann was made by ann@other\.example/);
    assert.ok(!server.asked.some(({ line, headers }) => /^\S+ \/(?:mcp|http)\//.test(line) && headers.authorization));
  });

  test("a key that this machine does not know is made again, and said", async (t) => {
    const { server, user, options } = await begin(t);
    server.makers.set("dev-ann", "ann@acme.example");
    const served = await user.run(["dev", "--once"], options);
    assert.match(served.stderr, /has a new key/);
    assert.match(served.stdout, /fer_key_that-is-new/);
    const again = await user.run(["dev", "--once"], options);
    assert.doesNotMatch(again.stderr, /has a new key/);
    assert.match(again.stdout, /fer_key_that-is-new/);
  });
});

describe("the keys of ferrule dev", () => {
  const started = async (t: TestContext) => {
    const begun = await begin(t);
    const { server, folder, user, options } = begun;
    const terminal = new Terminal({ cwd: folder, env: { HOME: user.home, ...options.env } });
    t.after(() => terminal.end());
    terminal.run(["dev"]);
    await terminal.shows("served in");
    return { ...begun, terminal, server };
  };
  const toolAnswer = { jsonrpc: "2.0", id: 1, result: { structuredContent: { found: true } } };

  test("c chooses and calls, r calls the same again, and both show the answer", async (t) => {
    const { server, terminal } = await started(t);
    server.answers.set("POST /mcp/preview-dev-ann/shop/support", [200, toolAnswer]);
    server.answers.set("POST /http/preview-dev-ann/shop/api/orders/7", [201, { done: true }]);
    terminal.press("c");
    await terminal.shows("What do you want to call?");
    terminal.press("\u001b[B\r");
    await terminal.shows("Input, as JSON");
    terminal.press('{"id":"7"}\r');
    await terminal.shows('"found": true');
    terminal.press("r");
    await terminal.shows('"found": true', 2);
    const calls = server.asked.filter(({ line }) => line.startsWith("POST /mcp/"));
    assert.equal(calls.length, 2);
    for (const { headers, body } of calls) {
      assert.equal(headers["x-api-key"], "fer_key_of-the-preview");
      assert.equal(headers.authorization, undefined);
      assert.deepEqual((JSON.parse(body) as { params: { arguments: object } }).params.arguments, { id: "7" });
    }
    terminal.press("c");
    await terminal.shows("What do you want to call?", 2);
    terminal.press("\r");
    await terminal.shows("Input, as JSON", 2);
    terminal.press('{"id":"7","n":1}\r');
    await terminal.shows('"done": true');
    assert.equal(server.asked.at(-1)!.body, '{"n":1}');
    terminal.press("q");
    assert.equal(await terminal.ended, 0);
    assert.match(terminal.screen, /ferrule preview end dev-ann/);
  });

  test("a tool asks at the terminal, and gets the answer with the same call", async (t) => {
    const { server, terminal } = await started(t);
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const params = { mode: "form", message: "Which city?", requestedSchema: schema };
    const inputRequests = { question: { method: "elicitation/create", params } };
    const asking = {
      jsonrpc: "2.0",
      id: 1,
      result: { resultType: "input_required", inputRequests, requestState: "s" },
    };
    const path = "POST /mcp/preview-dev-ann/shop/support";
    server.answers.set(path, [200, asking]);
    terminal.press("c");
    await terminal.shows("What do you want to call?");
    terminal.press("\u001b[B\r");
    await terminal.shows("Input, as JSON");
    terminal.press('{"id":"7"}\r');
    for (const round of [1, 2]) {
      // An answered question stands on the screen once more.
      await terminal.shows("Answer it?", 2 * round - 1);
      server.answers.set(path, [200, toolAnswer]);
      terminal.press("\r");
      await terminal.shows("city", 3 * round - 1);
      terminal.press("Bern\r");
      await terminal.shows('"found": true', round);
      const { params: sent } = JSON.parse(server.asked.at(-1)!.body) as { params: Record<string, unknown> };
      assert.deepEqual(sent["inputResponses"], { question: { action: "accept", content: { city: "Bern" } } });
      assert.deepEqual([sent["requestState"], sent["arguments"]], ["s", { id: "7" }]);
      if (round === 2) break;
      server.answers.set(path, [200, asking]);
      terminal.press("r");
    }
    terminal.press("q");
    assert.equal(await terminal.ended, 0);
  });

  test("r repeats the last call that somebody made, unless its input was masked", async (t) => {
    const { server, terminal } = await started(t);
    server.answers.set("POST /http/preview-dev-ann/shop/api/orders/8", [200, { eight: true }]);
    terminal.press("r");
    await terminal.shows("Nothing was called yet");
    const listed = (input: object) => {
      server.answers.set("GET /api/executions", [200, { items: [{ id: "exe_1" }], nextCursor: null }]);
      server.answers.set("GET /api/executions/exe_1", [200, { id: "exe_1", functionName: "look-up", input }]);
    };
    listed({ id: "8", token: "[masked]" });
    terminal.press("r");
    await terminal.shows("masks input.token");
    listed({ id: "8" });
    terminal.press("r");
    await terminal.shows('"eight": true');
    terminal.press("?");
    await terminal.shows("q quit", 2);
    terminal.press("\u0003");
    assert.equal(await terminal.ended, 0);
  });
});
