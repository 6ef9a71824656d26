import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Imports that the table forbids, by the file that they are planted in. */
const violations: Record<string, string> = {
  "gateway/canary.ts": `import { x } from "@ferrule/control-plane/canary.ts";`,
  "worker/canary.ts": `import { x } from "../control-plane/canary.ts";`,
  "worker/deep/canary.ts": `import { Pool } from "pg";`,
  "control-plane/canary.ts": `import ivm from "isolated-vm";`,
  "control-plane/http/canary.ts": `import { runInNewContext } from "node:vm";`,
  "control-plane/functions/canary.ts": `import { createUser } from "../users/create-user.ts";`,
  "contract/canary.ts": `import { readFileSync } from "node:fs";`,
  "kit/canary.ts": `import { errors } from "@ferrule/contract/errors.ts";`,
  "console/canary.tsx": `import { x } from "@ferrule/kit/listen.ts";`,
  "console/pages/canary.ts": `import { readFileSync } from "node:fs";`,
  "cli/canary.ts": `import { startGateway } from "@ferrule/gateway/start-gateway.ts";`,
};

/**
 * Proves that the import table's lint rule can fail: plants one forbidden import a file in a scratch folder, lints it
 * with the real configuration, and expects every file to be named.
 */
export function importTableCanFail(): boolean {
  const scratch = mkdtempSync(join(tmpdir(), "ferrule-canary-"));
  try {
    for (const file of ["oxlint.config.ts", "import-table.ts", "tsconfig.json"])
      cpSync(join(import.meta.dirname, file), join(scratch, file));
    symlinkSync(join(import.meta.dirname, "node_modules"), join(scratch, "node_modules"));
    for (const [file, text] of Object.entries(violations)) {
      mkdirSync(join(scratch, dirname(file)), { recursive: true });
      writeFileSync(join(scratch, file), `${text}\n`);
    }
    const oxlint = join(import.meta.dirname, "node_modules", ".bin", "oxlint");
    const run = spawnSync(oxlint, ["-c", "oxlint.config.ts", "--format=json", "."], { cwd: scratch, encoding: "utf8" });
    const caught = new Set<string>();
    const report = JSON.parse(run.stdout) as { diagnostics: { code: string; filename: string }[] };
    for (const diagnostic of report.diagnostics)
      if (diagnostic.code.includes("no-restricted-imports")) caught.add(diagnostic.filename);
    const missed = Object.keys(violations).filter((file) => !caught.has(file));
    if (missed.length > 0) process.stderr.write(`The import table let pass: ${missed.join(", ")}\n`);
    return missed.length === 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
