import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { npmRegistryUrl } from "./npm-registry-url.ts";

const folder = mkdtempSync(join(tmpdir(), "ferrule-npmrc-"));
after(() => rmSync(folder, { recursive: true }));
const npmrc = join(folder, ".npmrc");
writeFileSync(npmrc, "fund=false\nregistry = https://${HOST}/npm/\n");

test("takes the setting, then npm's variable, then npm's file, then the public registry", () => {
  const env = { npm_config_userconfig: npmrc, npm_config_registry: "https://b.example/", HOST: "c.example" };
  assert.equal(npmRegistryUrl("https://a.example", env), "https://a.example");
  assert.equal(npmRegistryUrl(undefined, env), "https://b.example/");
  assert.equal(npmRegistryUrl(undefined, { ...env, npm_config_registry: undefined }), "https://c.example/npm/");
  assert.equal(
    npmRegistryUrl(undefined, { npm_config_userconfig: join(folder, "none") }),
    "https://registry.npmjs.org",
  );
});

test("passes over what is no address", () => {
  const env = { npm_config_userconfig: npmrc, npm_config_registry: "file:///etc", HOST: "c.example" };
  assert.equal(npmRegistryUrl("not an address", env), "https://c.example/npm/");
});
