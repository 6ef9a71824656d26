import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const folder = join(import.meta.dirname, "..", "reference");

/** No `</script>` may end the script early; in JavaScript, an escaped slash in a string or pattern means the same. */
const inScript = (code: string) =>
  code.replaceAll(/<\/(script)/gi, String.raw`<\/$1`).replaceAll("<!--", String.raw`<\!--`);

/**
 * Builds the page on which callers read about an HTTP API into one file. Its name begins with a dot, so that it is not
 * served as part of the console.
 */
export async function buildReference(outDir: string): Promise<void> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2024",
      rolldownOptions: {
        input: join(folder, "main.ts"),
        output: { format: "iife" },
        checks: { bundlerTimings: false },
      },
    },
  });
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  const script = outputs.find((one) => one.type === "chunk");
  if (script === undefined) throw new Error("The reference page has no script.");
  const html = readFileSync(join(folder, "page.html"), "utf8")
    .replace("__STYLE__", () => readFileSync(join(folder, "style.css"), "utf8"))
    .replace("__SCRIPT__", () => inScript(script.code.trim()));
  writeFileSync(join(outDir, ".reference.html"), html);
}
