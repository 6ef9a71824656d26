import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createClient } from "@ferrule/contract/client.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("the page where a command line is signed in", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });

  const begin = async (machine = "ann-laptop") => {
    const line = createClient({ baseUrl: shown.url });
    const begun = await line.createCliSignIn({ body: { machine, project: "demo", validDays: 14 } });
    const { pathname, search } = new URL(begun.verificationUrlComplete);
    return { ...begun, path: pathname + search };
  };

  test("shows the code and who asks, allows it after the sign-in, and the terminal's token works", async () => {
    const { userCode, deviceCode, path } = await begin();
    const line = createClient({ baseUrl: shown.url });
    await assert.rejects(line.redeemCliSignIn({ body: { deviceCode } }), { code: "INVALID_STATE" });
    // A visitor without a session signs in first, and then sees this page.
    const page = await shown.open(path, { role: null, alone: true, allow: [/status of 401/] });
    const { email } = (await shown.client.getMe()).user;
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("owner password 1");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Only allow this if you started it yourself").waitFor();
    await page.getByText(userCode, { exact: true }).waitFor();
    await page.getByText("ann-laptop", { exact: true }).waitFor();
    await page.getByText("127.0.0.1, the same as this browser's").waitFor();
    assert.ok(await page.getByRole("radio", { name: /Developer/ }).isChecked());
    await page.getByText("14 days").waitFor();
    await shown.check(page, "device-question", true);
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByText("ann-laptop may sign in").waitFor();
    await shown.check(page, "device-allowed", true);
    const { value, role } = await line.redeemCliSignIn({ body: { deviceCode } });
    assert.equal(role, "developer");
    const mine = createClient({ baseUrl: shown.url, headers: { authorization: `Bearer ${value}` } });
    assert.equal((await mine.getMe()).activeProject?.slug, "demo");
    await page.getByRole("link", { name: "Settings, API tokens" }).click();
    await page.getByRole("row", { name: /ann-laptop.*Developer/ }).waitFor();
  });

  test("takes a typed code, and refuses the terminal when the person does", async () => {
    const { userCode, deviceCode } = await begin("somebody's machine");
    const page = await shown.open("/device", { width: 390 });
    const code = page.getByLabel("Code");
    await code.fill("AEIO");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("must be the eight letters that the terminal shows").waitFor();
    await shown.check(page, "device-code", true);
    await code.fill(userCode.toLowerCase().replace("-", " "));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText(userCode, { exact: true }).waitFor();
    await shown.check(page, "device-question-narrow", true);
    await page.getByRole("button", { name: "Do not allow" }).click();
    await page.getByText("You refused somebody's machine").waitFor();
    const line = createClient({ baseUrl: shown.url });
    await assert.rejects(line.redeemCliSignIn({ body: { deviceCode } }), { code: "FORBIDDEN" });
  });

  test("says that nothing waits with a wrong or used code, and takes another one", async () => {
    const { userCode } = await begin();
    const page = await shown.open("/device?code=BCDF-GHJK", { load: true, allow: [/status of 404/] });
    await page.getByText("No sign-in waits with this code").waitFor();
    await shown.check(page, "device-gone", true);
    await page.getByLabel("Code").fill(userCode);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText(userCode, { exact: true }).waitFor();
  });
});
