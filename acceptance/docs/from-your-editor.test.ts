import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";
import { fencedBlocks } from "./fenced-blocks.ts";
import { runCommands } from "./run-commands.ts";

const page = join(import.meta.dirname, "..", "..", "docs", "quickstart.md");
const [, section = ""] = readFileSync(page, "utf8").split("## From your editor\n");
const blocks = fencedBlocks(section.split("\n## ")[0]!);
const typed = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("$ "))
    .map((line) => line.slice(2))
    .join("\n");
const shown = (text: string) =>
  text
    .split("\n")
    .filter((line) => !line.startsWith("$ "))
    .join("\n")
    .trim();

test("the quickstart's way from your editor leads from an empty Project to a call of what is served", async (t) => {
  const platform = await shareTestPlatform();
  t.after(() => platform.stop());
  const client = await platform.signInAsOwner();
  const project = await openProject(client);
  const { value } = await client.createToken({ body: { name: "editor", role: "admin", projectId: project.id } });
  const folder = mkdtempSync(join(tmpdir(), "ferrule-editor-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));

  const commands = blocks.map(({ language, text }) =>
    language === "ts"
      ? `cat > functions/say-hello.ts <<'SOURCE'\n${text}SOURCE`
      : typed(text)
          .replaceAll("http://localhost:8080", `http://127.0.0.1:${platform.port}`)
          // There is nobody to allow it in the browser.
          .replace(/^ferrule login .*$/m, (login) => `printf '%s' "$TOKEN" | ${login} --token`),
  );
  const env = { TOKEN: value, npm_config_registry: "http://127.0.0.1:9/", npm_config_update_notifier: "false" };
  const outputs = await runCommands(commands, folder, env);
  const last = blocks.at(-1)!;
  assert.ok(shown(last.text).includes("Hello, Ada!"));
  assert.ok(outputs.at(-1)!.endsWith(shown(last.text)), outputs.join("\n"));
});
