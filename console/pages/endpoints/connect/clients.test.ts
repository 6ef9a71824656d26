import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { parse } from "smol-toml";
import type { Target } from "./client.ts";
import { quoted } from "./client-texts.ts";
import { clients } from "./clients.ts";

const target: Target = {
  name: "shop",
  url: "https://ferrule.example.com/mcp/production/acme/shop",
  key: "fer_key_it's",
  signsIn: false,
};
const textOf = (id: string, given: Target) =>
  (clients.find((one) => one.id === id)?.steps(given) ?? []).map(({ text }) => text).join("\n");

test("a shell reads a quoted text as it was", () => {
  assert.equal(quoted("it's $HOME"), String.raw`'it'\''s $HOME'`);
});

for (const { id, steps, supports, guide = () => [] } of clients) {
  test(`${id} is told the real address, the key where it sends one, and no key where none is asked for`, () => {
    const all = steps(target)
      .map(({ text }) => text)
      .join("\n");
    assert.ok(all.includes(target.url));
    assert.equal(all.includes("fer_key_it"), supports.key);
    const open = textOf(id, { ...target, key: null });
    assert.doesNotMatch(open, /key/i);
    assert.doesNotMatch(open, /token|login/i);
    assert.ok(open.includes(target.url));
    assert.doesNotMatch(guide({ ...target, key: null }).join(" "), /sign in|sign-in/i);
  });

  test(`${id} is told how to sign in, or to send a token, and no key`, () => {
    const given = { ...target, key: null, signsIn: true };
    const all = [...guide(given), textOf(id, given)].join("\n");
    assert.ok(all.includes(target.url));
    assert.doesNotMatch(all, /fer_key|x-api-key/);
    assert.match(all, /sign in|sign-in|authenticate|FERRULE_TOKEN/i);
  });
}

test("the clients that people ask for are there, and what is hosted takes no key", () => {
  const ids = new Set(clients.map(({ id }) => id));
  for (const id of ["chatgpt", "claude-web", "claude-desktop", "claude-code", "cursor", "vs-code", "codex", "gemini"])
    assert.ok(ids.has(id), id);
  for (const { isHosted, supports } of clients) if (isHosted) assert.deepEqual(supports, { signIn: true, key: false });
});

test("who shows resources and prompts is told how, under the name of the server", () => {
  const shown = (id: string) => (clients.find((one) => one.id === id)?.shows?.("shop") ?? []).join(" ");
  assert.match(shown("claude-code"), /@shop:docs:\/\/handbook.*\/mcp__shop__/);
  assert.match(shown("vs-code"), /\/mcp\.shop\./);
  assert.match(shown("chatgpt"), /does not list resources or prompts/);
});

test("what is JSON can be read, and links carry the same as the file", () => {
  const { mcpServers } = JSON.parse(textOf("cursor", target)) as { mcpServers: { shop: object } };
  const cursor = new URL(clients.find(({ id }) => id === "cursor")?.link?.href(target) ?? "");
  assert.deepEqual(JSON.parse(atob(cursor.searchParams.get("config") ?? "")), mcpServers.shop);
  const { servers } = JSON.parse(textOf("vs-code", target)) as { servers: { shop: object } };
  const code = clients.find(({ id }) => id === "vs-code")?.link?.href(target) ?? "";
  assert.deepEqual(JSON.parse(decodeURIComponent(code.split("?")[1] ?? "")), { name: "shop", ...servers.shop });
});

test("a link asks for the key where none may be in it", () => {
  const link = clients.find(({ id }) => id === "vs-code")?.link?.asking?.(target) ?? "";
  assert.doesNotMatch(link, /fer_key/);
  const { name, inputs, ...server } = JSON.parse(decodeURIComponent(link.replace("vscode:mcp/install?", ""))) as Record<
    string,
    unknown
  >;
  assert.equal(name, "shop");
  assert.deepEqual(server, { type: "http", url: target.url, headers: { "x-api-key": "${input:ferrule-key}" } });
  assert.deepEqual(inputs, [{ type: "promptString", id: "ferrule-key", description: "API key", password: true }]);
});

test("the files of the other clients can be read, and hold the address and the key", () => {
  const read = (id: string) => JSON.parse(textOf(id, target)) as { mcpServers: { shop: Record<string, unknown> } };
  const desktop = read("claude-desktop").mcpServers.shop;
  assert.deepEqual(desktop["args"], ["-y", "mcp-remote", target.url, "--header", "x-api-key:${FERRULE_KEY}"]);
  assert.deepEqual(desktop["env"], { FERRULE_KEY: target.key });
  const headers = { "x-api-key": target.key };
  assert.deepEqual(read("gemini").mcpServers.shop, { httpUrl: target.url, headers });
  const [file] = clients.find(({ id }) => id === "codex")?.steps(target) ?? [];
  const server = { url: target.url, bearer_token_env_var: "FERRULE_KEY" };
  assert.deepEqual(JSON.parse(JSON.stringify(parse(file?.text ?? ""))), { mcp_servers: { shop: server } });
});

/** What a shell gives each of these programs when it runs a text, instead of running them. */
function argumentsIn(text: string): string[] {
  const told = ["claude", "curl", "npx", "codex"].map((name) => `${name}() { printf '%s\\n' ${name} "$@"; }`);
  return execFileSync("sh", ["-c", [...told, text].join("\n")], { encoding: "utf8" })
    .trimEnd()
    .split("\n");
}

test("a shell gives the commands the address and the key as they are", () => {
  const [add] = clients.find(({ id }) => id === "claude-code")?.steps(target) ?? [];
  const header = "x-api-key: fer_key_it's";
  const claude = ["claude", "mcp", "add", "--transport", "http", "shop", target.url, "--header", header];
  assert.deepEqual(argumentsIn(add?.text ?? ""), claude);
  const curl = argumentsIn(textOf("curl", target));
  assert.ok(curl.includes(target.url) && curl.includes(header), curl.join(" "));
  assert.equal((JSON.parse(curl.at(-1) ?? "") as { method: string }).method, "tools/list");
  const inspector = argumentsIn(textOf("inspector", target));
  assert.ok(inspector.includes(target.url) && inspector.includes(header), inspector.join(" "));
  const codex = clients.find(({ id }) => id === "codex")?.steps(target)[1]?.text ?? "";
  assert.deepEqual(argumentsIn(`${codex}\nprintf '%s' "$FERRULE_KEY"`), [target.key]);
});

test("mcp-remote is told to allow http only where the address is not of this machine", () => {
  assert.doesNotMatch(textOf("claude-desktop", target), /allow-http/);
  assert.doesNotMatch(textOf("claude-desktop", { ...target, url: "http://localhost:8080/mcp/a" }), /allow-http/);
  assert.match(textOf("claude-desktop", { ...target, url: "http://ferrule.lan/mcp/a" }), /allow-http/);
});
