import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { measureLoad } from "./measure-load.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

const kilobyte = 1_024;

describe("what the first load costs, on the wire", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });

  test("the sign-in form comes without the shell, and asks the server nothing that it would refuse", async () => {
    const page = await shown.open("about:blank", { role: null, alone: true });
    const load = measureLoad(page);
    await page.goto("/functions");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.waitForLoadState("networkidle");
    const { scripts, scriptBytes, styleBytes, api } = await load();
    assert.ok(scripts > 0 && scripts <= 3, `${scripts} script files`);
    assert.ok(scriptBytes > 10 * kilobyte && scriptBytes <= 90 * kilobyte, `${scriptBytes} bytes of scripts`);
    assert.ok(styleBytes > 0 && styleBytes <= 15 * kilobyte, `${styleBytes} bytes of styles`);
    // The request for the ways to sign in, which the form shows.
    assert.deepEqual(api, ["200 GET /api/auth/options"]);
    await shown.check(page, "sign-in", true);
    await page.context().close();
  });

  test("a session that has ended is told by an answer, not by an error in the browser's console", async () => {
    const page = await shown.open("/", { alone: true });
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    // An open page would keep requesting news without a session.
    await page.goto("about:blank");
    const csrf = (await page.context().cookies()).find(({ name }) => name.endsWith("ferrule_csrf"));
    const answer = await page.context().request.post("/api/auth/logout", {
      headers: { "x-csrf-token": csrf?.value ?? "" },
    });
    assert.equal(answer.status(), 204);
    // The cookie of a session that ended elsewhere: the browser still believes in it.
    await page.context().addCookies(csrf ? [csrf] : []);
    const load = measureLoad(page);
    await page.goto("/functions");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.waitForLoadState("networkidle");
    assert.deepEqual((await load()).api, ["200 GET /api/auth/session", "200 GET /api/auth/options"]);
    await shown.check(page, "sign-in-ended");
    await page.context().close();
  });

  test("from signing in to the dashboard: few files, within the budget", async () => {
    const page = await shown.open("about:blank", { role: null, alone: true });
    const load = measureLoad(page);
    await page.goto("/");
    await page.getByLabel("Email").fill("owner@acme.example");
    await page.getByLabel("Password").fill("owner password 1");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    await shown.check(page, "first-dashboard");
    const { scripts, scriptBytes } = await load();
    assert.ok(scripts <= 16, `${scripts} script files`);
    assert.ok(scriptBytes <= 264 * kilobyte, `${scriptBytes} bytes of scripts`);
    await page.context().close();
  });
});
