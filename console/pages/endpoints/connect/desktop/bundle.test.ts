import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { bundleOf, manifestOf } from "./bundle.ts";

const bridge = readFileSync(new URL("bridge.mjs", import.meta.url), "utf8");
const shop = {
  name: "shop",
  title: "Shop (Production)",
  url: "https://ferrule.example.com:8443/mcp/production/acme/shop",
  asksKey: true,
};

test("a bundle has a manifest with the required fields, the bridge as it is, and an icon", () => {
  const icon = new Uint8Array([137, 80, 78, 71]);
  const files = unzipSync(bundleOf({ ...shop, bridge, icon }));
  assert.deepEqual(Object.keys(files).sort(), ["icon.png", "manifest.json", "server/index.mjs"]);
  assert.equal(strFromU8(files["server/index.mjs"] ?? icon), bridge);
  assert.deepEqual(files["icon.png"], icon);
  const manifest = JSON.parse(strFromU8(files["manifest.json"] ?? icon)) as ReturnType<typeof manifestOf>;
  assert.deepEqual(manifest, manifestOf(shop));
  // What MCPB 0.2 requires.
  assert.equal(manifest.manifest_version, "0.2");
  for (const text of [manifest.name, manifest.version, manifest.description, manifest.author.name])
    assert.ok(text.length > 0);
  const { type, entry_point: entry, mcp_config: config } = manifest.server;
  assert.deepEqual([type, config.command, config.args], ["node", "node", [`\${__dirname}/${entry}`, shop.url]]);
  assert.ok(entry in files && manifest.icon in files);
});

test("Claude Desktop asks for the key and keeps it, and is not asked for one that nobody sends", () => {
  const { user_config: asked, server } = manifestOf(shop);
  assert.deepEqual([asked?.api_key.type, asked?.api_key.sensitive, asked?.api_key.required], ["string", true, true]);
  assert.equal(server.mcp_config.env.FERRULE_KEY, "${user_config.api_key}");
  const open = JSON.stringify(manifestOf({ ...shop, asksKey: false }));
  assert.doesNotMatch(open, /key/i);
});

test("each address has a name of its own, because Claude Desktop replaces what has the same name", () => {
  const nameOf = (url: string) => manifestOf({ ...shop, url }).name;
  assert.equal(nameOf(shop.url), "ferrule-example-com-8443-mcp-production-acme-shop");
  const others = ["https://other.example.com/mcp/production/acme/shop", shop.url.replace("production", "development")];
  assert.equal(new Set([shop.url, ...others].map(nameOf)).size, 3);
});

test("the same parts give the same bytes", () => {
  const parts = { ...shop, bridge, icon: new Uint8Array(8) };
  assert.deepEqual(bundleOf(parts), bundleOf(parts));
});
