import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { slices } from "./slices.ts";

/** Imports that the table forbids, by the file they are planted in. */
const violations: Record<string, string> = {
  "gateway/canary.ts": `import { x } from "@ferrule/control-plane/canary.ts";`,
  "worker/canary.ts": `import { x } from "../control-plane/canary.ts";`,
  "worker/deep/canary.ts": `import { Kysely } from "kysely";`,
  "control-plane/canary.ts": `import ivm from "isolated-vm";`,
  "control-plane/doors/http/deep/node.ts": `import { runInNewContext } from "node:vm";`,
  "contract/canary.ts": `import { readFileSync } from "node:fs";`,
  "kit/canary.ts": `import { errors } from "@ferrule/contract/errors.ts";`,
  "console/canary.tsx": `import { x } from "@ferrule/kit/network/listen.ts";`,
  "console/pages/canary.ts": `import { readFileSync } from "node:fs";`,
  "tools/canary.ts": `import { x } from "@ferrule/gateway/start-gateway.ts";`,
  "cli/canary.ts": `import { startGateway } from "@ferrule/gateway/start-gateway.ts";`,
};

const root = join(import.meta.dirname, "..", "..");
const allSlices = slices(root);
const handlersOf = (slice: string) => `control-plane/${slice}/handlers.ts`;

/** For each slice, and for a folder in it: the first operation of another slice. */
for (const slice of allSlices.keys()) {
  const [other, own] = [...allSlices].find(([name, modules]) => name !== slice && modules.length > 1) ?? ["", []];
  const target = `${other}/${own.at(-1)}.ts`;
  violations[`control-plane/${slice}/canary.ts`] = `import { x } from "../${target}";`;
  violations[`control-plane/${slice}/deep/canary.ts`] = `import { x } from "../../${target}";`;
  violations[`control-plane/${slice}/deep/named.ts`] = `import { x } from "@ferrule/control-plane/${target}";`;
}

const work = "export const work = async (): Promise<void> => {};";
const functionOver = (lines: number) =>
  `export function long(n: number): number {\n${"  n += 1;\n".repeat(lines)}  return n;\n}`;
/** Unawaited promises and a function that is too long, by file, with the rule that must report each. */
const named: Record<string, { text: string; rule: string }> = {
  "worker/unwaited/plain.ts": { text: `${work}\nwork();`, rule: "no-floating-promises" },
  "worker/unwaited/hidden.ts": { text: `${work}\nvoid work();`, rule: "no-floating-promises" },
  "gateway/unwaited/finally.ts": { text: `${work}\nwork().finally(() => {});`, rule: "no-floating-promises" },
  "kit/unwaited/arrow.ts": { text: `${work}\nexport const begin = () => void work();`, rule: "no-void" },
  "gateway/long/canary.ts": { text: functionOver(60), rule: "max-lines-per-function" },
  "console/long/canary.tsx": { text: functionOver(100), rule: "max-lines-per-function" },
  "start.ts": { text: `${work}\nprocess.on("SIGINT", () => void work());`, rule: "no-void" },
};

/**
 * Proves that the lint rules for the import table, unawaited promises and long functions can fail. Plants one violation
 * per file in a scratch folder, lints it with the real configuration, and expects every file to be reported.
 */
export function lintCanFail(): boolean {
  const scratch = mkdtempSync(join(tmpdir(), "ferrule-canary-"));
  try {
    const handlers = [...allSlices].filter(([, own]) => own.length > 0).map(([slice]) => handlersOf(slice));
    const configuration = ["oxlint.config.ts", "tools/lint/import-table.ts", "tools/lint/slices.ts", "tsconfig.json"];
    for (const file of [...configuration, ...handlers]) cpSync(join(root, file), join(scratch, file));
    symlinkSync(join(root, "node_modules"), join(scratch, "node_modules"));
    for (const [file, text] of Object.entries(violations)) {
      mkdirSync(join(scratch, dirname(file)), { recursive: true });
      writeFileSync(join(scratch, file), `${text}\n`);
    }
    for (const [file, { text }] of Object.entries(named)) {
      mkdirSync(join(scratch, dirname(file)), { recursive: true });
      writeFileSync(join(scratch, file), `${text}\n`);
    }
    const oxlint = join(root, "node_modules", ".bin", "oxlint");
    const run = spawnSync(oxlint, ["-c", "oxlint.config.ts", "--format=json", "."], { cwd: scratch, encoding: "utf8" });
    const caught = new Set<string>();
    const report = JSON.parse(run.stdout) as { diagnostics: { code: string; filename: string }[] };
    for (const diagnostic of report.diagnostics)
      if (diagnostic.code.includes("no-restricted-imports")) caught.add(diagnostic.filename);
    const isNamed = ([file, { rule }]: [string, { rule: string }]) =>
      report.diagnostics.some(({ code, filename }) => filename === file && code.includes(rule));
    const missed = Object.keys(violations).filter((file) => !caught.has(file));
    for (const entry of Object.entries(named)) if (!isNamed(entry)) missed.push(entry[0]);
    if (missed.length > 0) process.stderr.write(`The lint rules let pass: ${missed.join(", ")}\n`);
    return missed.length === 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
