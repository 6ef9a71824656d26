import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Client } from "@ferrule/contract/client.ts";
import { deploy, issueKey, openProject } from "../deploy.ts";
import { shareTestPlatform, type TestPlatform } from "../platform.ts";

const root = join(import.meta.dirname, "..", "..");

describe("a Project as a folder", () => {
  let platform: TestPlatform;
  let client: Client;
  let project: { id: string; slug: string };
  let token: string;
  let home: string;

  const tokenFor = async (projectId: string, role: "owner" | "developer" = "owner") =>
    (await client.createToken({ body: { name: "folder", role, projectId } })).value;
  /** Runs the command in a folder, as a person with a token does. */
  const ferrule = async (folder: string, args: string[], expected = 0, as = token) => {
    const child = spawn(process.execPath, [join(root, "cli", "developer", "main.ts"), ...args], {
      cwd: join(home, folder),
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: home,
        FERRULE_URL: platform.url,
        FERRULE_TOKEN: as,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    assert.equal(code, expected, `${args.join(" ")}: ${stdout}${stderr}`);
    return { stdout, stderr };
  };
  const path = (...parts: string[]) => join(home, ...parts);
  const read = (...parts: string[]) => readFile(path(...parts), "utf8");
  const edit = async (file: string[], from: string, to: string) => {
    const before = await read(...file);
    assert.ok(before.includes(from), before);
    await writeFile(path(...file), before.replace(from, to));
  };
  /** The example tool's result for an MCP client. */
  const callTool = async (name: string) => {
    const { items } = await client.listRuntimeEndpoints({});
    const endpoint = items.find(({ slug }) => slug === "assistant")!;
    const key = await issueKey(client, endpoint.id);
    const mcp = new McpClient({ name: "journey", version: "1.0.0" });
    const headers = { "x-api-key": key };
    await mcp.connect(
      new StreamableHTTPClientTransport(new URL(endpoint.urls.development), { requestInit: { headers } }),
    );
    const { structuredContent } = await mcp.callTool({ name: "say_hello", arguments: { name } });
    await mcp.close();
    return structuredContent;
  };

  before(async () => {
    platform = await shareTestPlatform();
    client = await platform.signInAsOwner();
    project = await openProject(client);
    token = await tokenFor(project.id);
    home = await mkdtemp(join(tmpdir(), "ferrule-journey-"));
  });
  after(async () => {
    await rm(home, { recursive: true, force: true });
    await platform?.stop();
  });

  test("an empty folder becomes a tool that the official client calls", async () => {
    await ferrule(".", ["init", "one", "--project", project.slug]);
    const { stderr, stdout } = await ferrule("one", ["push", "--yes"]);
    assert.match(stderr, /\+ function say-hello/);
    assert.match(stdout, /Pushed\./);
    await deploy(client);
    assert.deepEqual(await callTool("Ada"), { greeting: "Hello, Ada!" });
    assert.match((await ferrule("one", ["push", "--yes"])).stdout, /Nothing to push\./);
    assert.match((await ferrule("one", ["pull"])).stdout, /The folder has everything\./);
    assert.match((await ferrule("one", ["diff", "--exit-code"])).stdout, /are the same/);
  });

  test("any editor checks the folder without a server", async () => {
    const compiler = join(root, "node_modules", ".bin", "tsc");
    const check = async () => {
      const child = spawn(compiler, ["--noEmit"], { cwd: path("one"), stdio: ["ignore", "pipe", "inherit"] });
      const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
      return [await text(child.stdout), await ended];
    };
    assert.deepEqual(await check(), ["", 0]);
    await edit(["one", "functions", "say-hello.ts"], "ctx.log.info", "ctx.log.shout");
    const [told, code] = await check();
    assert.match(String(told), /functions\/say-hello\.ts.*'shout' does not exist/);
    assert.notEqual(code, 0);
    await edit(["one", "functions", "say-hello.ts"], "ctx.log.shout", "ctx.log.info");
  });

  test("a Project that is managed from git takes the folder's push, and refuses the same edit by the console", async () => {
    const params = { projectId: project.id };
    const managedFrom = { url: "https://git.example.com/acme/shop", branch: "main" };
    await client.updateProject({ params, body: { managedFrom } });
    const [greets] = (await client.listFunctions({})).items;
    const source = `${await read("one", "functions", "say-hello.ts")}// Reviewed.\n`;
    const byConsole = { params: { functionId: greets!.id }, body: { source } };
    await assert.rejects(client.updateFunction(byConsole), { code: "INVALID_STATE", message: /push, or take it back/ });
    await writeFile(path("one", "functions", "say-hello.ts"), source);
    assert.match((await ferrule("one", ["push", "--yes"])).stdout, /Pushed\./);
    assert.equal((await client.getFunction({ params: byConsole.params })).source, source);
    await client.updateProject({ params, body: { managedFrom: null } });
  });

  test("edits of two folders and the console go together, and a conflict is shown in the file", async () => {
    await ferrule(".", ["init", "two", "--project", project.slug]);
    await edit(["one", "functions", "say-hello.ts"], "Hello, ", "Good day, ");
    await edit(["one", "endpoints", "assistant.yaml"], "kind: mcp", "kind: mcp # for agents");
    await ferrule("one", ["push", "--yes"]);
    const [endpoint] = (await client.listRuntimeEndpoints({})).items;
    await client.updateRuntimeEndpoint({
      params: { endpointId: endpoint!.id },
      body: { description: "By the console." },
    });
    await edit(["two", "functions", "say-hello.ts"], "/** Greets somebody. */", "/** Greets somebody kindly. */");
    await ferrule("two", ["push", "--yes"]);
    assert.match(await read("two", "functions", "say-hello.ts"), /Good day/);
    assert.match(await read("two", "endpoints", "assistant.yaml"), /description: By the console\.\n/);
    await ferrule("one", ["pull"]);
    assert.match(await read("one", "functions", "say-hello.ts"), /somebody kindly/);
    assert.match(await read("one", "endpoints", "assistant.yaml"), /kind: mcp # for agents\n/);

    await edit(["one", "functions", "say-hello.ts"], "Good day, ", "Hi, ");
    await ferrule("one", ["push", "--yes"]);
    await edit(["two", "functions", "say-hello.ts"], "Good day, ", "Hey, ");
    const differences = JSON.parse((await ferrule("two", ["diff", "--json"])).stdout) as { side: string }[];
    assert.deepEqual(
      differences.map(({ side }) => side),
      ["both"],
    );
    await ferrule("two", ["push", "--yes"], 5);
    assert.match(
      await read("two", "functions", "say-hello.ts"),
      /<<<<<<< here\n.*Hey.*\n=======\n.*Hi.*\n>>>>>>> server\n/,
    );
    await ferrule("two", ["push", "--yes"], 5);
    await writeFile(path("two", "functions", "say-hello.ts"), await read("one", "functions", "say-hello.ts"));
    assert.match((await ferrule("two", ["push", "--yes"])).stdout, /Nothing to push/);
  });

  test("a pipeline learns by the exit code what a person would read", async () => {
    const file = ["one", "functions", "say-hello.ts"];
    const { digest } = await client.getProjectSource();
    await edit(file, "Hi, ", "Ahoy, ");
    assert.match((await ferrule("one", ["diff", "--exit-code"], 6)).stdout, /^\+.*Ahoy/m);
    assert.match((await ferrule("one", ["push"], 2)).stderr, /--yes/);
    await ferrule("one", ["push", "--dry-run"]);
    await edit(file, "Ahoy, ", "Hi, ");
    const endpoint = ["one", "endpoints", "assistant.yaml"];
    await edit(endpoint, "    function: say-hello", "    fucntion: say-hello");
    const { stderr } = await ferrule("one", ["push", "--yes"], 1);
    assert.match(stderr, /endpoints\/assistant\.yaml:\d+:5 .*fucntion is not a known field; did you mean function\?/);
    await edit(endpoint, "fucntion", "function");
    const developer = await tokenFor(project.id, "developer");
    await edit(
      endpoint,
      "production:\n    caller:\n      mode: api-key",
      "production:\n    caller:\n      mode: oauth",
    );
    const refused = await ferrule("one", ["push", "--yes"], 4, developer);
    assert.match(refused.stderr, /Your role may not make some of these changes/);
    await edit(endpoint, "mode: oauth", "mode: api-key");
    assert.equal((await client.getProjectSource()).digest, digest);
  });

  test("a Project's folder pushed into an empty Project answers the same calls", async () => {
    await deploy(client);
    const greeting = await callTool("Ada");
    const first = await client.getProjectSource();
    const other = await openProject(client);
    await cp(path("one"), path("copy"), { recursive: true, filter: (source) => !source.includes(".ferrule") });
    await edit(["copy", "ferrule.yaml"], project.slug, other.slug);
    await ferrule("copy", ["push", "--yes"], 0, await tokenFor(other.id));
    const second = await client.getProjectSource();
    assert.deepEqual(second, first);
    await deploy(client);
    assert.deepEqual(await callTool("Ada"), greeting);
  });
});
