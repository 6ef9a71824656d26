import { build } from "esbuild";
import { fileURLToPath } from "node:url";

export interface GuestCode {
  /** The executor's program, one CommonJS text for its stdin. */
  executor: string;
  /** The prelude of every isolate, one script. */
  prelude: string;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function bundled(options: Parameters<typeof build>[0]): Promise<string> {
  const result = await build({
    bundle: true,
    write: false,
    target: "esnext",
    // Each isolate holds this text: shortened names save it 0.5 MB. What Functions see of them is set by the prelude.
    minify: true,
    legalComments: "none",
    logLevel: "silent",
    ...options,
  });
  return result.outputFiles![0]!.text;
}

let built: Promise<GuestCode> | undefined;

/** Bundles what runs in executors and isolates, once per process (about 60 ms); both stay in memory. */
export function buildGuest(): Promise<GuestCode> {
  built ??= Promise.all([
    bundled({ entryPoints: [here("./executor/main.ts")], format: "cjs", platform: "node", external: ["isolated-vm"] }),
    bundled({
      entryPoints: [here("./guest/prelude.ts")],
      format: "iife",
      platform: "neutral",
      mainFields: ["module", "main"],
    }),
  ]).then(([executor, prelude]) => ({ executor, prelude }));
  return built;
}
