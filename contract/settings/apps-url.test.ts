import assert from "node:assert/strict";
import { test } from "node:test";
import { readAppsUrl } from "./apps-url.ts";
import { readRoleSettings } from "./read-role-settings.ts";

const problemsOf = (PUBLIC_URL: string, PUBLIC_APPS_URL: string) =>
  readRoleSettings("gateway", { PUBLIC_URL, PUBLIC_APPS_URL, INTERNAL_API_TOKEN: "x" }).problems.map(
    ({ name }) => name,
  );

for (const apps of [
  "https://apps.acme.dev",
  "https://*.apps.acme.dev",
  "https://*.acme-apps.dev:8443",
  "https://APPS.acme.dev/",
]) {
  test(`${apps} may stand beside the console`, () => {
    assert.deepEqual(problemsOf("https://ferrule.acme.dev", apps), []);
  });
}

for (const apps of [
  // Cookies ignore ports.
  "https://ferrule.acme.dev:8443",
  "https://FERRULE.acme.dev",
  // The console would be one of its hosts, or would get its cookies.
  "https://*.acme.dev",
  "https://acme.dev",
  "https://dev",
  "http://apps.acme.dev",
  "https://apps.*.dev",
  "https://a*.acme.dev",
  "https://*.*.apps.acme.dev",
  "https://*.10.0.0.1",
  "https://apps.acme.dev.",
  "https://apps.acme.dev/x",
  "https://user@apps.acme.dev",
  "ftp://apps.acme.dev",
]) {
  test(`${apps} may not stand beside the console`, () => {
    assert.deepEqual(problemsOf("https://ferrule.acme.dev", apps), ["PUBLIC_APPS_URL"]);
  });
}

test("each Project has a host in each environment, and no two have the same", () => {
  const { siteOf } = readAppsUrl("https://*.acme-apps.dev:8443", "https://ferrule.acme.dev");
  assert.equal(siteOf("production", "shop")?.origin, "https://shop-production.acme-apps.dev:8443");
  const slugs = ["shop", "shop-production", "shop-development", "shop--production"];
  const all = slugs.flatMap((slug) => [siteOf("development", slug)?.origin, siteOf("production", slug)?.origin]);
  assert.equal(new Set(all).size, all.length);
  assert.equal(siteOf("development", "x".repeat(52)), null);
});

test("a console on a name without dots is related to what is below it", () => {
  const site = readAppsUrl("http://*.apps.localhost:8080", "http://localhost:8080").siteOf("development", "shop");
  assert.equal(site?.isSandboxed, true);
});

test("pages have an origin of their own where they share the host, or its name with the console", () => {
  const isSandboxed = (apps: string) =>
    readAppsUrl(apps, "https://ferrule.acme.dev").siteOf("production", "shop")?.isSandboxed;
  assert.deepEqual(["https://acme-apps.dev", "https://*.apps.acme.dev", "https://*.acme-apps.dev"].map(isSandboxed), [
    true,
    true,
    false,
  ]);
});
