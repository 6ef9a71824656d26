import type { DiagnosticCode } from "@ferrule/contract/help/diagnostic-help.ts";
import { createHash } from "node:crypto";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import * as esbuild from "esbuild";
import { type BuildLibraries, noLibraries } from "../libraries/build-libraries.ts";
import { type GivenSources, withGivenSources } from "./given-sources.ts";
import type { Build } from "./start-esbuild.ts";
import { sizeProblem } from "./bundle-size.ts";
import { libraryPlugin, libraryPluginName, moduleEnding } from "./library-plugin.ts";
import { programFile, testsFile, type TestProgram } from "./test-program.ts";

const asUuid = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");

/** Removes esbuild's namespaces: `package:ms@2.1.3/index.js` becomes `ms@2.1.3/index.js`. */
const sourceName = (path: string) =>
  path.replace(/^(?:function|tests|library|package|absent|empty):/, "").replace(moduleEnding, "");

/** Targets that packages assume other bundlers to have. A Function's own text can name neither. */
const define = {
  "process.env.NODE_ENV": '"production"',
  global: "globalThis",
  __dirname: '"/"',
  __filename: '"/index.js"',
};

function asDiagnostic(
  one: esbuild.Message,
  severity: Diagnostic["severity"],
  code: DiagnosticCode,
  ownFile: string,
): Diagnostic {
  const { location } = one;
  const file = sourceName(location?.file ?? ownFile);
  const isOwn = file === ownFile;
  const [line, column] = isOwn ? [location?.line ?? 1, (location?.column ?? 0) + 1] : [1, 1];
  const text = one.text.replaceAll(/"(?:function|tests|library|package):/g, '"');
  const message = isOwn ? text : `${file}:${location?.line ?? 1} ${text}`;
  return { severity, message: message.slice(0, 1_000), line, column, code };
}

export interface Bundled {
  /** Null when it could not be bundled. The diagnostics then say why. */
  bundle: { code: string; sourceMap: string } | null;
  diagnostics: Diagnostic[];
}

/** If a problem would remain with any other entry of the package, it comes first. */
const rank = (one: esbuild.Message) => (codeOf(one) === "MODULE_REFUSED" ? 0 : 1);
const codeOf = ({ detail }: esbuild.Message) => (detail === "MODULE_REFUSED" ? detail : "BUNDLE_FAILED");

/**
 * Bundles one accepted source with the Libraries it imports into an ES module that imports at most "ferrule". Names are
 * kept, so that stacks stay readable. The source map leads back to the lines of `function.ts` and of the Libraries. The
 * code ends with its map's debug id (ECMA-426 debug ids proposal). So the code of sources with different layouts never
 * has the same digest, and each digest has only one map. The same sources give the same bytes. With `tests`, it bundles
 * the program that runs them.
 */
export async function bundleFunction(
  source: string,
  libraries: BuildLibraries = noLibraries,
  build: Build = esbuild.build,
  tests?: TestProgram,
): Promise<Bundled> {
  const ownFile = tests === undefined ? "function.ts" : testsFile;
  const sources: GivenSources = new Map();
  try {
    const result = await build({
      entryPoints: [tests === undefined ? "function.ts" : programFile],
      plugins: [libraryPlugin(source, libraries, sources, tests)],
      absWorkingDir: "/",
      outfile: "/function.js",
      bundle: true,
      write: false,
      format: "esm",
      platform: "neutral",
      target: "esnext",
      // V8 has no decorators yet, and with `esnext` esbuild would keep them.
      supported: { decorators: false },
      treeShaking: true,
      charset: "utf8",
      legalComments: "none",
      sourcemap: "external",
      sourcesContent: false,
      logLevel: "silent",
      tsconfigRaw: { compilerOptions: {} },
      define,
    });
    const text = (end: string) => result.outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
    const written = result.outputFiles.find(({ path }) => path.endsWith(".js"))?.contents ?? new Uint8Array();
    const problem = sizeProblem(written, "");
    if (problem !== undefined) return { bundle: null, diagnostics: [problem] };
    const given = JSON.parse(text(".js.map")) as Parameters<typeof withGivenSources>[0];
    const named = { ...given, sources: given.sources.map(sourceName) };
    const map = { ...withGivenSources(named, sources), file: "function.js" };
    const debugId = asUuid(createHash("sha256").update(JSON.stringify(map)).digest("hex"));
    const code = `${text(".js")}//# debugId=${debugId}\n`;
    // esbuild's own warnings are about style, and the author cannot change a package.
    const absent = result.warnings.filter(({ pluginName }) => pluginName === libraryPluginName).slice(0, 20);
    const diagnostics = absent.map((one) => asDiagnostic(one, "warning", "MODULE_ABSENT", ownFile));
    const sourceMap = JSON.stringify({ ...map, debugId });
    const tooLarge = sizeProblem(written, sourceMap);
    if (tooLarge !== undefined) return { bundle: null, diagnostics: [tooLarge] };
    return { bundle: { code, sourceMap }, diagnostics };
  } catch (error) {
    if (!(error instanceof Error) || !("errors" in error)) throw error;
    const failed = (error as esbuild.BuildFailure).errors.slice(0, 100).sort((a, b) => rank(a) - rank(b));
    return { bundle: null, diagnostics: failed.map((one) => asDiagnostic(one, "error", codeOf(one), ownFile)) };
  }
}
