import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../eventually.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("the reference page of an HTTP API", () => {
  let console: TestConsole;
  let path: string;
  let key: string;
  before(async () => {
    console = await shareConsole("reference");
    const { items } = await console.client.listRuntimeEndpoints({ query: {} });
    const http = items.find(({ slug }) => slug === "shop") ?? assert.fail("no HTTP API in the demo");
    path = new URL(http.urls.development).pathname;
    key = console.machine.demo?.httpKey ?? assert.fail("no key in the demo");
    const body = { environment: "development", caller: { mode: "api-key", documentation: "callers" } } as const;
    await console.client.replaceAuthPolicy({ params: { endpointId: http.id }, body });
    await eventually(async () => ((await fetch(`${console.url}${path}/-/reference`)).ok ? true : undefined), 20_000);
  });

  test("shows a caller its routes and calls one, and cannot reach the console's API", async () => {
    const refused = [
      /401 \(Unauthorized\)/,
      /Content Security Policy|violates|Refused to connect/,
      /requires 'TrustedHTML'/,
    ];
    const page = await console.open(`${path}/-/reference`, { alone: true, load: true, allow: refused });
    await page
      .getByRole("alert")
      .filter({ hasText: /API key/ })
      .waitFor();
    await page.getByLabel("Value").fill(key);
    await page.getByRole("button", { name: "Show what I may call" }).click();
    const route = page
      .locator("details")
      .filter({ hasText: /^GET \/orders\/\{orderId\}/ })
      .first();
    await route.locator("summary").first().click();
    await route.getByLabel("orderId (path)").fill("A-1001");
    await route.getByRole("button", { name: "Send" }).click();
    await route
      .locator("pre")
      .filter({ hasText: /^200 OK · \d+ ms/ })
      .first()
      .waitFor();
    const reached = await page.evaluate(() =>
      fetch("/api/auth/me").then(
        () => true,
        () => false,
      ),
    );
    assert.equal(reached, false);
    const written = await page.evaluate(() => {
      try {
        document.body.innerHTML = "<p>markup</p>";
        return true;
      } catch {
        return false;
      }
    });
    assert.equal(written, false);
    assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0]);
  });
});
