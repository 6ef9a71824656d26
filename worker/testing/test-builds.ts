import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary, NpmLibrary, SourceLibrary } from "@ferrule/contract/internal/libraries.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { createBuilder, type Builder, type BuilderOptions } from "../building/builds/builder.ts";
import { startTestRegistry, type TestRegistry } from "./test-registry.ts";

/** A builder with a registry and a folder of its own. */
export interface TestBuilds extends AsyncDisposable {
  registry: TestRegistry;
  cacheDir: string;
  builder: Builder;
  /** Another builder on the same registry and folder. It ends with the first. */
  addBuilder: (options: Partial<BuilderOptions>) => Builder;
}

export async function startTestBuilds(options: Partial<BuilderOptions> = {}): Promise<TestBuilds> {
  await using started = new AsyncDisposableStack();
  const cacheDir = await mkdtemp(join(tmpdir(), "ferrule-builds-"));
  started.defer(() => rm(cacheDir, { recursive: true, force: true }));
  const registry = started.use(await startTestRegistry());
  const log = createLog("test", "silent");
  const running = started.move();
  const addBuilder: TestBuilds["addBuilder"] = (own) =>
    running.use(createBuilder({ log, cacheDir, registryUrl: registry.url, ...own }));
  return {
    registry,
    cacheDir,
    builder: addBuilder(options),
    addBuilder,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A saved Function without schemas and permissions of its own. */
export const draftOf = (source: string, over: Partial<BuildFunction> = {}): BuildFunction => ({
  id: "fn_1",
  slug: "subject",
  revision: 1,
  source,
  inputSchema: null,
  outputSchema: null,
  permissions: noPermissions,
  ...over,
});

export const npmLibrary = (name: string, over: Partial<NpmLibrary> = {}): NpmLibrary => ({
  kind: "npm",
  id: `lib_${name}`,
  revision: 1,
  package: name,
  version: "1.0.0",
  integrity: null,
  lock: null,
  ...over,
});

export const sourceLibrary = (name: string, source: string, imports: string[] = []): SourceLibrary => ({
  kind: "source",
  id: `lib_${name}`,
  name,
  imports,
  source,
});

/** The names by which a Function imports these Libraries. */
export const importNames = (libraries: readonly BuildLibrary[]): string[] =>
  libraries.map((one) => (one.kind === "source" ? `lib/${one.name}` : one.package));
