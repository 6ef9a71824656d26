import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { lintCanFail } from "./lint-canary.ts";

const bin = join(import.meta.dirname, "node_modules", ".bin");
const compiler = join(import.meta.dirname, "node_modules", "typescript", "bin", "tsc");
const fixing = process.argv.includes("--fix");

interface Check {
  name: string;
  run: () => boolean;
}

const command = (name: string, program: string, args: string[]): Check => ({
  name,
  run: () => spawnSync(program, args, { cwd: import.meta.dirname, stdio: "inherit" }).status === 0,
});

const lint = ["-c", "oxlint.config.ts", "--deny-warnings", "."];

/** `npm run check`: types, lint with the import table, format, dead code. `npm run fix` mends what can be mended. */
const checks: Check[] = fixing
  ? [
      command("lint --fix", join(bin, "oxlint"), ["--fix", ...lint]),
      command("format", join(bin, "oxfmt"), ["."]),
      command("tables in the documentation", process.execPath, [join("acceptance", "docs", "write-parts.ts")]),
    ]
  : [
      command("types", process.execPath, [compiler, "-p", "."]),
      command("types of the console", process.execPath, [compiler, "-p", "console"]),
      command("types of the browser tests", process.execPath, [compiler, "-p", "acceptance/browser"]),
      command("types of the sandbox's guest", process.execPath, [compiler, "-p", "worker/sandbox/guest"]),
      command("types of the demo's Functions", process.execPath, [compiler, "-p", "demo/functions"]),
      command("types of the templates' Functions", process.execPath, [
        compiler,
        "-p",
        "control-plane/templates/functions",
      ]),
      command("types of the fixture Functions", process.execPath, [compiler, "-p", "acceptance/conformance"]),
      command("lint and import table", join(bin, "oxlint"), lint),
      { name: "the lint rules can fail", run: lintCanFail },
      command("format", join(bin, "oxfmt"), ["--check", "."]),
      command("dead code", join(bin, "knip"), []),
    ];

const failed = checks.filter((check) => {
  const startedAt = performance.now();
  const passed = check.run();
  process.stdout.write(
    `${passed ? "ok    " : "FAILED"} ${check.name} (${Math.round(performance.now() - startedAt)} ms)\n`,
  );
  return !passed;
});
process.stdout.write(`${checks.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
