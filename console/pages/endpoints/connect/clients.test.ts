import assert from "node:assert/strict";
import { test } from "node:test";
import { clients, quoted, type Target } from "./clients.ts";

const target: Target = {
  name: "shop",
  url: "https://ferrule.example.com/mcp/production/acme/shop",
  key: "fer_key_it's",
};
const textOf = (id: string, given: Target) =>
  (clients.find((one) => one.id === id)?.steps(given) ?? []).map(({ text }) => text).join("\n");

test("a shell reads a quoted text as it was", () => {
  assert.equal(quoted("it's $HOME"), String.raw`'it'\''s $HOME'`);
});

for (const { id, steps } of clients) {
  test(`${id} is told the real address and the key, and no key where none is asked for`, () => {
    const all = steps(target)
      .map(({ text }) => text)
      .join("\n");
    assert.ok(all.includes(target.url));
    assert.ok(all.includes("fer_key_it"));
    const open = textOf(id, { ...target, key: null });
    assert.doesNotMatch(open, /key/i);
    assert.ok(open.includes(target.url));
  });
}

test("what is JSON can be read, and links carry the same as the file", () => {
  const { mcpServers } = JSON.parse(textOf("cursor", target)) as { mcpServers: { shop: object } };
  const cursor = new URL(clients.find(({ id }) => id === "cursor")?.link?.href(target) ?? "");
  assert.deepEqual(JSON.parse(atob(cursor.searchParams.get("config") ?? "")), mcpServers.shop);
  const { servers } = JSON.parse(textOf("vs-code", target)) as { servers: { shop: object } };
  const code = clients.find(({ id }) => id === "vs-code")?.link?.href(target) ?? "";
  assert.deepEqual(JSON.parse(decodeURIComponent(code.split("?")[1] ?? "")), { name: "shop", ...servers.shop });
});

test("mcp-remote is told to allow http only where the address is not of this machine", () => {
  assert.doesNotMatch(textOf("claude-desktop", target), /allow-http/);
  assert.doesNotMatch(textOf("claude-desktop", { ...target, url: "http://localhost:8080/mcp/a" }), /allow-http/);
  assert.match(textOf("claude-desktop", { ...target, url: "http://ferrule.lan/mcp/a" }), /allow-http/);
});
