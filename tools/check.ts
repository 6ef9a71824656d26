import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import rules from "../oxlint.config.ts";
import { settings } from "@ferrule/contract/settings/settings.ts";
import { permissionKindNames } from "@ferrule/contract/permissions/permission-kinds.ts";
import { settingNames } from "@ferrule/contract/resources/function.ts";
import { checkCircles } from "./lint/check-circles.ts";
import { checkFloors, checkFolderSizes } from "./lint/check-floors.ts";
import { checkFunctionSettings } from "./lint/check-function-settings.ts";
import { checkHandlers } from "./lint/check-handlers.ts";
import { checkHostCalls } from "./lint/check-host-calls.ts";
import { checkInternalPaths } from "./lint/check-internal-paths.ts";
import { checkPortable } from "./lint/check-portable.ts";
import { checkSettings } from "./lint/check-settings.ts";
import { checkStatements } from "./lint/check-statements.ts";
import { citedPapers } from "./lint/cited-papers.ts";
import { lintCanFail } from "./lint/lint-canary.ts";
import { filesToLint, keepLintMemory, lintMemoryOf, readLintMemory } from "./lint/lint-memory.ts";
import { nextStep, type FailureKind } from "./lint/next-step.ts";
import { readTexts, sourceFiles } from "./lint/source-files.ts";

const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules", ".bin");
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
/** The compiler's incremental build info. */
const kept = join(root, "node_modules", ".cache", "ferrule-check");
const migrations = "control-plane/ground/store/migrations/*.sql";
/** Writes the parts of pages and sources that follow from the code. */
const writeParts = join("acceptance", "docs", "write-parts.ts");
const fixing = process.argv.includes("--fix");

interface Result {
  passed: boolean;
  printed: string;
}

interface Check {
  /** The advice after a failure depends on it. */
  kind: FailureKind;
  name: string;
  run: () => Result | Promise<Result>;
}

/**
 * One thread per check, because several checks run at once, and a type checker's threads each infer the same types.
 * GOGC lets these programs' heaps grow to five times the memory in use, about 2 GB for the largest.
 */
const env = { ...process.env, GOMAXPROCS: "1", GOGC: "400" };

const command = (kind: FailureKind, name: string, program: string, args: string[]): Check => ({
  kind,
  name,
  run: async () => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { passed: code === 0, printed: out + err };
  },
});

/** A check of our own: it passes if it finds nothing. */
const findings = (kind: FailureKind, name: string, find: () => string[]): Check => ({
  kind,
  name,
  run: () => {
    const found = find();
    return { passed: found.length === 0, printed: found.map((each) => `${each}\n`).join("") };
  },
});

const types = (name: string, project: string) =>
  command("types", name, process.execPath, [
    compiler,
    "-p",
    project,
    "--singleThreaded",
    "--incremental",
    "--tsBuildInfoFile",
    join(kept, `${project.replaceAll(/\W/g, "-")}.tsbuildinfo`),
  ]);

const lint = ["-c", "oxlint.config.ts", "--deny-warnings"];
/** Things besides rules and sources that affect lint: versions, and the lookup of types. */
const decisive = ["package-lock.json", "**/package.json", "**/tsconfig.json", "tools/check.ts"];

/** Lints the files that have changed since lint last passed, and all files that import them. */
async function lintChanged(): Promise<Result> {
  const memory = join(kept, "lint.json");
  const sources = readTexts(root, sourceFiles(root));
  const exclude = (path: string) => path.includes("node_modules");
  const deciding = globSync(decisive, { cwd: root, exclude }).toSorted();
  const texts = deciding.flatMap((path) => [path, readFileSync(join(root, path), "utf8")]);
  const now = lintMemoryOf([JSON.stringify(rules), ...texts], sources);
  const files = filesToLint(readLintMemory(memory), now, sources) ?? ["."];
  if (files.length === 0) return { passed: true, printed: "" };
  const result = await command("lint", "lint", join(bin, "oxlint"), [
    ...lint,
    "--no-error-on-unmatched-pattern",
    ...files,
  ]).run();
  if (result.passed) keepLintMemory(memory, now);
  return result;
}

/** The texts of all files that match a pattern, joined. */
const textOf = (pattern: string) => [...readTexts(root, globSync(pattern, { cwd: root })).values()].join("\n");

/**
 * `npm run check` checks types, lint with the import table, format, dead code. `npm run fix` fixes what can be fixed.
 */
const checks: Check[] = fixing
  ? [
      command("fix", "lint --fix", join(bin, "oxlint"), ["--fix", ...lint, "."]),
      command("fix", "format", join(bin, "oxfmt"), ["."]),
      command("fix", "parts that are written from the code", process.execPath, [writeParts]),
      command("fix", "schema.sql", process.execPath, [
        join("control-plane", "ground", "store", "schema", "write-schema.ts"),
      ]),
    ]
  : [
      // The longest first, so that the others run beside it.
      { kind: "lint", name: "lint and import table", run: lintChanged },
      types("types", "."),
      types("types of the console", "console"),
      types("types of the browser tests", "acceptance/browser"),
      command("deadCode", "dead code", join(bin, "knip"), [
        "-c",
        join("tools", "knip.json"),
        "--treat-config-hints-as-errors",
        "--cache",
        "--cache-location",
        join(kept, "knip"),
      ]),
      types("types of the sandbox's guest", "worker/running/sandbox/guest"),
      types("types of the attack programs", "worker/running/sandbox/conformance/programs"),
      types("types of the demo's Functions", "demo/functions"),
      types("types of the examples", "examples"),
      types("types of the templates' Functions", "control-plane/whole/templates/functions"),
      types("types of the fixture Functions", "acceptance/conformance"),
      { kind: "canary", name: "the lint rules can fail", run: () => ({ passed: lintCanFail(), printed: "" }) },
      findings("papers", "no paper is cited that is not here", () => citedPapers(root)),
      findings("circles", "no circles of files", () => checkCircles(readTexts(root, sourceFiles(root)))),
      findings("floors", "no folder imports what stands above it, or holds too many files", () => {
        const sources = readTexts(root, sourceFiles(root));
        return [...checkFloors(sources), ...checkFolderSizes(sources.keys())];
      }),
      findings("handlers", "operations are in the files of their names", () =>
        checkHandlers(readTexts(root, sourceFiles(root))),
      ),
      findings("internalPaths", "paths of /internal stand in their table", () =>
        checkInternalPaths(readTexts(root, sourceFiles(root))),
      ),
      findings("portable", "the developers' command runs on every system", () =>
        checkPortable(readTexts(root, sourceFiles(root))),
      ),
      findings("statements", "statements and their tables", () => {
        const sources = sourceFiles(root).filter((path) => path.startsWith("control-plane/"));
        return checkStatements(readTexts(root, sources), readTexts(root, globSync(migrations, { cwd: root })));
      }),
      findings("settings", "every reader of a setting reads it", () =>
        checkSettings(settings, readTexts(root, sourceFiles(root))),
      ),
      findings("hostCalls", "every host call is declared and documented", () =>
        checkHostCalls({
          guest: textOf("worker/running/sandbox/guest/**/*.ts"),
          worker: textOf("worker/{start-worker.ts,running/sandbox/{sandbox.ts,host-calls/{*,fetch/fetch}.ts}}"),
          declarations: textOf("contract/guest/{ferrule,globals}*.d.ts"),
          docs: textOf("docs/*.md"),
        }),
      ),
      findings("functionSettings", "every setting of a Function is declared, documented and in the form", () =>
        checkFunctionSettings({
          settings: settingNames,
          kinds: permissionKindNames,
          declarations: textOf("contract/guest/ferrule-config.d.ts"),
          page: textOf("docs/functions.md"),
          form: textOf("console/pages/functions/code/*.tsx"),
        }),
      ),
      command("written", "parts that are written from the code", process.execPath, [writeParts, "--check"]),
      command("format", "format", join(bin, "oxfmt"), ["--check", "."]),
    ];

/** The steps of `npm run fix` build on each other, so they run one at a time. */
const atOnce = fixing ? 1 : 2;
const open = [...checks];
const failed: FailureKind[] = [];

async function work(): Promise<void> {
  for (let check = open.shift(); check !== undefined; check = open.shift()) {
    const startedAt = performance.now();
    const { passed, printed } = await check.run();
    if (!passed) {
      failed.push(check.kind);
      process.stdout.write(printed);
    }
    const tookMs = Math.round(performance.now() - startedAt);
    process.stdout.write(`${passed ? "ok    " : "FAILED"} ${check.name} (${tookMs} ms)\n`);
  }
}

await Promise.all(Array.from({ length: atOnce }, work));
process.stdout.write(`${checks.length - failed.length} passed, ${failed.length} failed\n`);
process.stdout.write(`${nextStep(failed, fixing)}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
