/**
 * Retakes the pictures of `docs/screenshots`: every page in both themes, of a Project after a day of use. `node
 * acceptance/browser/pictures/take.ts [folder] [width] [part of a name]`
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startConsole } from "../start-console.ts";
import { fillProject } from "./fill-project.ts";
import { listPictures } from "./list-pictures.ts";

const [folder = join(import.meta.dirname, "../../../docs/screenshots"), width = "1280", part = ""] =
  process.argv.slice(2);
mkdirSync(folder, { recursive: true });
process.env["FERRULE_CONSOLE_DESIGN"] = "with";

await using console = await startConsole();
await fillProject(console);
for (const { name, path, isPublic = false, prepare } of await listPictures(console.client)) {
  if (!name.includes(part)) continue;
  for (const theme of ["light", "dark"] as const) {
    const role = isPublic ? null : "owner";
    const height = Number(width) > 2_000 ? 1_300 : 860;
    // The documentation is no page of the console.
    const load = path.startsWith("/docs");
    const page = await console.open(path, { role, theme, width: Number(width), height, load });
    await page.locator("main h1").first().waitFor();
    await prepare?.(page);
    await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label^="Loading"]:not([inert] *)'));
    await page.evaluate(() => document.fonts.ready);
    // Charts draw when a frame is free, and no event tells when.
    await delay(400);
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) });
    process.stdout.write(`${name}-${theme}\n`);
  }
}
