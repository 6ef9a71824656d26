import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { legacy, modern } from "@ferrule/worker/testing/rpc.ts";
import { createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";

const sources = {
  text: `export default () => "x".repeat(10 * 1024 * 1024);`,
  bytes: `export default () => new Uint8Array(10 * 1024 * 1024);`,
  list: `export default () => Array.from({ length: 10 }, () => "x".repeat(1024 * 1024));`,
  file: `export default ({ path }: { path: string }) => "RAN " + path;`,
  many: `
import type { McpPrompt } from "ferrule";
export default ({ count }: { count: string }): McpPrompt => ({
  messages: Array.from({ length: Number(count) }, (_, at) => ({ role: "user", content: "message " + at })),
});`,
  waits: `
import type { Complete } from "ferrule";
export default ({ a }: { a?: string }) => a ?? "";
export const complete: Complete = () => new Promise<string[]>((resolve) => { setTimeout(() => resolve([]), 60_000); });`,
  loops: `
import type { Complete } from "ferrule";
export default ({ a }: { a?: string }) => a ?? "";
export const complete: Complete = () => { for (;;); };`,
  asks: `
import type { McpContext } from "ferrule";
export default async (_input: {}, ctx: McpContext) => (await ctx.mcp.elicit({ message: "Go on?", url: "https://shop.example/" })).action;`,
};

/** Texts with which people leave the place that a name or a URI gives them. */
const leaving = [
  "docs://files/../secret",
  "docs://files/..%2Fsecret",
  "docs://files/%2e%2e/secret",
  "docs://files/%2E%2E%2fsecret",
  "docs://files/a%2F..%2F..%2Fsecret",
  "docs://files/..%5Csecret",
  "docs://files/.",
  "docs://files/a%00b",
  "docs://files/a%0d%0ab",
  "docs://files/%c2%85",
  "docs://files/%e2%80%a8",
  "docs://files/%ff",
  "docs://files/%",
  "docs://files/a b",
  "docs://files/a\u0000b",
  "docs://files/a\nb",
  "docs://files/ä",
  "docs://files/",
  "docs://files",
  "DOCS://other/a",
  "file:///etc/passwd",
  "data:text/plain,x",
  "javascript:alert(1)",
  "http://169.254.169.254/latest/meta-data/",
  `docs://files/${"a".repeat(2_001)}`,
  "",
];
const cursors = [
  "x",
  "",
  "YWZ0ZXI6",
  "YWZ0ZXI6Li4vLi4",
  Buffer.from("after:a\u0000").toString("base64url"),
  "A".repeat(10_000),
];

/** Offers the same resources and prompts in a new Project. Returns its address and a key. */
async function offerEverything(client: Client) {
  const { slug } = await openProject(client);
  const { id: endpointId, urls } = await createEndpoint(client, "mcp", "assistant");
  const offer = (body: Parameters<Client["createMcpBinding"]>[0]["body"]) =>
    client.createMcpBinding({ params: { endpointId }, body });
  const ids = new Map<string, string>();
  for (const [name, source] of Object.entries(sources)) ids.set(name, await createFunction(client, name, source));
  const functionOf = (name: string) => ids.get(name)!;
  for (const toolName of ["text", "bytes", "list"])
    await offer({ kind: "resource", toolName, uri: `docs://${toolName}`, functionId: functionOf(toolName) });
  await offer({ kind: "resource", toolName: "file", uri: "docs://files/{path}", functionId: functionOf("file") });
  await offer({ kind: "resource", toolName: "asks", uri: "docs://asks", functionId: functionOf("asks") });
  for (const toolName of ["many", "waits", "loops"])
    await offer({ kind: "prompt", toolName, functionId: functionOf(toolName) });
  await offer({ kind: "prompt", toolName: "kept", messages: [{ role: "user", text: "Say hello." }] });
  const key = await issueKey(client, endpointId);
  await deploy(client);
  return { slug, key, url: urls.development };
}

describe("resources, prompts and completion under attack, through the gateway", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => platform.signInAsOwner());
  let own: Awaited<ReturnType<typeof offerEverything>>;
  let other: Awaited<ReturnType<typeof offerEverything>>;

  before(async () => {
    other = await offerEverything(client);
    own = await offerEverything(client);
  });

  interface Answered {
    status: number;
    result?: Record<string, unknown>;
    error?: { code: number; message: string; data?: Record<string, unknown> };
  }
  async function send(
    method: string,
    params: Record<string, unknown>,
    { at = own.url, key = own.key, revision = "2026-07-28", capabilities = {} } = {},
  ): Promise<Answered> {
    const isModern = revision === "2026-07-28";
    const [message, mirrored] = isModern
      ? modern(method, params, { "io.modelcontextprotocol/clientCapabilities": capabilities })
      : [legacy(method, params), { "mcp-protocol-version": revision }];
    // A value that no header can carry is mirrored in base64 (MCP 2026-07-28, Streamable HTTP).
    const headers = Object.entries(mirrored).map(([name, value = ""]): [string, string] => [
      name,
      /^[\x21-\x7e]*$/.test(value) ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`,
    ]);
    const response = await fetch(at, {
      method: "POST",
      headers: [
        ...headers,
        ["x-api-key", key],
        ["content-type", "application/json"],
        ["accept", "application/json, text/event-stream"],
      ],
      body: JSON.stringify(message),
    });
    return { status: response.status, ...((await response.json()) as object) };
  }
  const textsOf = ({ result }: Answered) => JSON.stringify(result);
  const isWell = async () => {
    const said = await send("resources/read", { uri: "docs://files/a" });
    assert.match(textsOf(said), /RAN a/);
  };

  test("10 MiB of a Function are one clear error, in each form, and the next read works", async () => {
    for (const uri of ["docs://text", "docs://bytes", "docs://list"])
      for (const revision of ["2025-11-25", "2026-07-28"]) {
        const { error } = await send("resources/read", { uri }, { revision });
        assert.equal(error?.code, -32603, uri);
        assert.equal(error?.data?.["code"], "FUNCTION_OUTPUT_TOO_LARGE", uri);
        assert.match(error?.message ?? "", /too large|more than|at most/i);
      }
    await isWell();
  });

  test("1,000 messages of a prompt arrive, and 1,001 are the Function's failure", async () => {
    const { result } = await send("prompts/get", { name: "many", arguments: { count: "1000" } });
    assert.equal(((result?.["messages"] ?? []) as unknown[]).length, 1_000);
    const { error } = await send("prompts/get", { name: "many", arguments: { count: "1001" } });
    assert.deepEqual([error?.code, error?.data?.["code"]], [-32603, "OUTPUT_INVALID"]);
  });

  test("a completion that never returns ends, and others go on meanwhile", async () => {
    const began = performance.now();
    const hanging = ["waits", "loops"].flatMap((name) =>
      Array.from({ length: 5 }, () =>
        send("completion/complete", { ref: { type: "ref/prompt", name }, argument: { name: "a", value: "x" } }),
      ),
    );
    await isWell();
    for (const { error } of await Promise.all(hanging)) assert.equal(error?.code, -32603, JSON.stringify(error));
    assert.ok(performance.now() - began < 30_000);
    await isWell();
  });

  for (const revision of ["2024-11-05", "2025-11-25", "2026-07-28"]) {
    test(`no URI leads elsewhere at ${revision}`, async () => {
      for (const uri of leaving) {
        const { status, result, error } = await send("resources/read", { uri }, { revision });
        assert.equal(result, undefined, `${uri}: ${JSON.stringify(result)}`);
        assert.ok([-32602, -32002].includes(error?.code ?? 0), `${uri}: ${JSON.stringify(error)}`);
        assert.equal(status, 200);
        const said = JSON.stringify({ ...error, data: { ...error?.data, uri: null } });
        assert.ok(!said.includes("etc/passwd") && !said.includes(other.slug), said);
      }
    });

    test(`no cursor and no name is taken for another at ${revision}`, async () => {
      for (const cursor of [...cursors, 5, [], {}, true])
        for (const method of ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]) {
          const { error } = await send(method, { cursor }, { revision });
          // Some clients send an empty list instead of nothing.
          assert.equal(error?.code, -32602, `${method} ${JSON.stringify(cursor)}`);
        }
      for (const name of [
        "../kept",
        "kept\u0000",
        "KEPT",
        "prompt:kept",
        "__proto__",
        "constructor",
        "",
        " kept",
        "resource:file",
      ]) {
        const { error } = await send("prompts/get", { name }, { revision });
        assert.equal(error?.code, -32602, name);
      }
    });
  }

  test("another Project's keys, names and states open nothing", async () => {
    for (const [at, key] of [
      [own.url, other.key],
      [other.url, own.key],
    ] as const)
      for (const method of ["resources/list", "prompts/list", "server/discover"])
        assert.equal((await send(method, {}, { at, key })).status, 401);
    const { error } = await send("resources/read", { uri: `ferrule://${other.slug}/docs://files/a` });
    assert.equal(error?.code, -32602);
    const capabilities = { elicitation: { url: {} } };
    const asked = await send("resources/read", { uri: "docs://asks" }, { ...other, at: other.url, capabilities });
    assert.equal(asked.result?.["resultType"], "input_required", JSON.stringify(asked));
    const requestState = asked.result?.["requestState"];
    const inputResponses = { question: { action: "accept" } };
    const swapped = await send(
      "resources/read",
      { uri: "docs://asks", requestState, inputResponses },
      { capabilities },
    );
    assert.match(swapped.error?.message ?? "", /does not belong to this call/);
    const answered = await send(
      "resources/read",
      { uri: "docs://asks", requestState, inputResponses },
      { at: other.url, key: other.key, capabilities },
    );
    assert.match(textsOf(answered), /accept/);
  });
});
