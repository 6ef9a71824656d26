import { fileURLToPath } from "node:url";
import { bundleOnce } from "../../ground/bundle-once.ts";

const entry = fileURLToPath(new URL("../../running/sandbox/guest/tests/main.ts", import.meta.url));

let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const { outputFiles } = await bundleOnce({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "esnext",
    // Each isolate holds this text.
    minify: true,
    // Errors and values show the names of classes.
    keepNames: true,
    legalComments: "none",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

/** The module `ferrule/test` as one text without imports, bundled once. */
export function testFramework(): Promise<string> {
  bundled ??= bundle().catch((error: unknown) => {
    bundled = undefined;
    throw error;
  });
  return bundled;
}
