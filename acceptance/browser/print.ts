import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("what is printed", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });

  test("a page prints its content, all rows of it, in black on white and without the shell", async () => {
    const page = await shown.open("/audit", { theme: "dark" });
    await page.getByRole("row").nth(5).waitFor();
    const rows = page.locator("tbody tr[data-index]");
    const inSight = await rows.count();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.waitForFunction((few) => document.querySelectorAll("tbody tr[data-index]").length > few, inSight);
    for (const part of ["banner", "complementary", "navigation"] as const)
      assert.equal(await page.getByRole(part).filter({ visible: true }).count(), 0, part);
    const colors = await page.evaluate(() => [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(document.querySelector("h1")!).color,
    ]);
    assert.deepEqual(colors, ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
    await shown.check(page, "print", true);
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await page.getByRole("banner").waitFor();
  });

  test("an open drawer or dialog prints, and only that, at its whole length and in black on white", async () => {
    const page = await shown.open("/audit", { theme: "dark" });
    await page.getByRole("row").nth(1).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText("When", { exact: true }).waitFor();
    /** What a person would see on paper: the texts of headings, and whether something is cut off. */
    const paper = () =>
      page.evaluate(() => {
        const open = document.querySelector("[role=dialog]")!;
        const shownHeadings = [...document.querySelectorAll("h1, h2")].filter((one) => one.checkVisibility());
        const boxes = [open, ...open.querySelectorAll(":not(.quiet)")].filter((box) => {
          const { overflowY } = getComputedStyle(box);
          return overflowY !== "visible" && overflowY !== "clip" && box.scrollHeight > box.clientHeight + 1;
        });
        const { color, backgroundColor } = getComputedStyle(open);
        return {
          outside: shownHeadings.filter((one) => !open.contains(one)).map((one) => one.textContent),
          buttons: [...document.querySelectorAll("[aria-label=Close]")].filter((one) => one.checkVisibility()).length,
          cut: boxes.map((box) => box.className),
          color,
          backgroundColor,
          place: getComputedStyle(open.parentElement!).position,
        };
      });
    const expected = {
      outside: [],
      buttons: 0,
      cut: [],
      color: "rgb(0, 0, 0)",
      backgroundColor: "rgb(255, 255, 255)",
      place: "static",
    };
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.deepEqual(await paper(), expected);
    await shown.check(page, "print-drawer", true);
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await page.keyboard.press("Escape");
    await shown.go(page, "/functions");
    await page.getByRole("button", { name: "New Function" }).click();
    await page.getByRole("dialog", { name: "New Function" }).waitFor();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.deepEqual(await paper(), expected);
    await shown.check(page, "print-dialog", true);
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  });
});
