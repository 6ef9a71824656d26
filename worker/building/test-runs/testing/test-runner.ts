import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import { noPermissions, type Permissions } from "@ferrule/contract/internal/permissions.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { Builder } from "../../builds/builder.ts";
import { importedNames } from "./imported-names.ts";
import { createStackMapper } from "../../../running/sandbox/call/outcome/stack-mapper.ts";
import { createTestCalls } from "../../../running/sandbox/host-calls/test-calls.ts";
import { createSandbox } from "../../../running/sandbox/sandbox.ts";
import { runTests } from "../../jobs/run-tests.ts";

export interface GivenFunction {
  slug?: string;
  source: string;
  tests: string;
  permissions?: Partial<Permissions>;
  timeoutMs?: number;
  run?: "durable";
}

interface Wish {
  name?: string;
  coverage?: boolean;
  bail?: boolean;
  libraries?: BuildLibrary[];
  signal?: AbortSignal;
}

/** A worker's own parts that build and run tests: a builder and a sandbox. */
export async function openTestRunner() {
  const log = createLog("worker", "silent");
  const cacheDir = await mkdtemp(join(tmpdir(), "ferrule-tests-"));
  const builder = new Builder({ log, cacheDir });
  const sandbox = await createSandbox({ log, egressAllowPrivate: [], hostCalls: createTestCalls() });
  const stacks = createStackMapper();
  const means = { builder, invoke: sandbox.invoke, stacks, maskedNames: [], log };
  return {
    sandbox,
    means,
    async run(functions: readonly GivenFunction[], { signal, libraries = [], ...wish }: Wish = {}) {
      const job = {
        id: "job_tests",
        projectId: "prj_tests",
        attempt: 1,
        leaseMs: 30_000,
        kind: "tests" as const,
        functions: functions.map(
          ({ slug = "orders", source, tests, permissions, timeoutMs = 10_000, run }, index): BuildFunction => ({
            id: `fn_${index}`,
            slug,
            revision: 1,
            source,
            inputSchema: null,
            outputSchema: null,
            permissions: { ...noPermissions, ...permissions },
            ...(run === undefined ? {} : { run }),
            libraries: importedNames(source),
            tests: { source: tests, libraries: importedNames(tests), timeoutMs },
          }),
        ),
        libraries,
        coverage: false,
        bail: false,
        ...wish,
      };
      const lease = { signal: signal ?? new AbortController().signal };
      const result = await runTests(job, lease, means, new AbortController().signal);
      if (result.kind !== "tests") throw new Error("another kind of result");
      return result;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all([builder[Symbol.asyncDispose](), sandbox[Symbol.asyncDispose](), stacks.close()]);
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}
export type TestRunner = Awaited<ReturnType<typeof openTestRunner>>;
