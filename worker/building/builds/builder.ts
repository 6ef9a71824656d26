import { join } from "node:path";
import type { BuildFunction, BuiltFunction, KnownBuild } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary, ResolvedLibrary } from "@ferrule/contract/internal/libraries.ts";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { Proxies } from "@ferrule/kit/network/proxies.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import { type Confinement, findConfinement } from "../../ground/confinement/find-confinement.ts";
import { builderFingerprint } from "./cache/build-key.ts";
import { BorrowedProcess } from "./processes/borrowed-process.ts";
import { bundlerFingerprint, writeBundlerProgram } from "./processes/bundler-program.ts";
import { buildAll, compilersFor } from "./build-all.ts";
import type { BuildMeans } from "./build-one.ts";
import { type BuildPools, createBuildPools, type KeptStarts } from "./processes/build-pools.ts";
import { type BuiltTests, buildTests } from "./build-tests.ts";
import { type DeclaredLibraries, declareWith } from "./declare-with.ts";
import { prepareLibraries } from "./packages/prepare-libraries.ts";
import { createTurns, inOrder } from "./in-order.ts";
import { keptFingerprint } from "./cache/kept-fingerprint.ts";
import { KeptStart } from "./processes/kept-start.ts";
import { handOver } from "./hand-over.ts";
import { type LookedUp, lookUpResults } from "./look-up-results.ts";
import { createPackageReader } from "./packages/package-reader.ts";
import { createPackageStore, type PackageStore } from "./packages/package-store.ts";
import type { ProcessPool } from "./processes/process-pool.ts";
import { type BuildOutcome, createResultCache } from "./cache/result-cache.ts";
import { takeSnapshot } from "./processes/take-snapshot.ts";
import { tellProgress } from "./tell-progress.ts";

export interface BuilderOptions {
  log: Log;
  /** The folder that keeps the results of unchanged Functions, at most `cacheBytes`, and the packages of Libraries. */
  cacheDir: string;
  /** The npm registry for Libraries. Default: the public registry. */
  registryUrl?: string;
  /** The proxies for requests to the registry. Default: none. */
  proxies?: Proxies;
  cacheBytes?: number;
  /**
   * CPU time for each Function and step, 15 s. By the clock, a step may last four times as long. A Function that
   * exceeds either gets a diagnostic.
   */
  timeoutMs?: number;
  /** Heap of the compiler process, 512 MB. */
  heapMb?: number;
  /** The folder of the files for a faster start. Default: beside Node's compile cache, if that is on. */
  snapshotDir?: string;
  /**
   * How many idle compiler processes to keep; default 2. Each holds about 200 MB. The same number of bundlers is kept.
   */
  warmProcesses?: number;
  /** How long idle ones are kept, 30 s. */
  idleMs?: number | undefined;
  /** How the processes are confined. Default: as strictly as this platform can. */
  confinement?: Confinement;
}

export interface BuildOptions {
  /** The Project of the Functions. A process that has read one Project's sources never reads those of another. */
  projectId?: string;
  /** When it aborts, other builds wait, and this one drops to the lowest priority. */
  stepBack?: AbortSignal;
  /** Every Library that a Function may import. */
  libraries?: readonly BuildLibrary[] | undefined;
  /** The number of further Functions in the deployment that are already built. Progress reports count them. */
  kept?: number | undefined;
  signal?: AbortSignal;
  /**
   * Returns the results that other workers built under these keys. We do not build those again, and the result omits
   * their bundles.
   */
  known?: (keys: string[]) => Promise<KnownBuild[]>;
  /**
   * Called with each bundle when it is ready; the build waits for the callback. The result then holds no bundles,
   * because all bundles of a deployment together may not fit into memory.
   */
  onBundle?: (bundle: BundleBytes) => Promise<void>;
  onProgress?: (done: number, total: number, step: string) => void;
  /** Called for each Function that it builds, and at the end with the number of those that were built before. */
  onLog?: (level: LogEntry["level"], message: string) => void;
}

export interface TestBuildOptions extends Pick<BuildOptions, "libraries" | "stepBack"> {
  projectId: string;
  /** The module `ferrule/test`, as one text without imports. */
  framework: string;
  coverage: boolean;
  signal: AbortSignal;
}

export interface BuildAnswer {
  /** In the given order. */
  functions: BuiltFunction[];
  /** The bundles of valid Functions that are not stored yet, by digest: SHA-256 (hex) of `code`. */
  bundles: Map<string, BundleBytes>;
  /** The Libraries that this build was the first to fetch. */
  resolved: ResolvedLibrary[];
}

function answerOf(found: readonly LookedUp[], outcomes: readonly BuildOutcome[]): Omit<BuildAnswer, "resolved"> {
  const bundles = new Map<string, BundleBytes>();
  const functions = found.map(({ one: { id }, key }, index): BuiltFunction => {
    const outcome = outcomes[index];
    if (outcome === undefined) throw new Error(`There is no outcome for ${id}.`);
    const { diagnostics, derived, bundle, storedDigest } = outcome;
    if (bundle !== null) bundles.set(bundle.digest, bundle);
    const bundleDigest = bundle?.digest ?? storedDigest ?? null;
    const valid = bundleDigest !== null;
    return { id, valid, diagnostics, derived, bundleDigest, ...(valid && key !== undefined ? { buildKey: key } : {}) };
  });
  return { functions, bundles };
}

async function keptStarts(
  builder: string,
  { log, snapshotDir: folder }: Pick<BuilderOptions, "log" | "snapshotDir">,
): Promise<KeptStarts> {
  const fingerprint = await keptFingerprint(builder);
  const compiler = { kind: "compiler", ending: "snapshot", fingerprint, make: takeSnapshot };
  const bundler = {
    kind: "bundler",
    ending: "mjs",
    fingerprint: bundlerFingerprint(fingerprint),
    make: writeBundlerProgram,
  };
  return {
    compiler: new KeptStart({ ...compiler, log, folder }),
    bundler: new KeptStart({ ...bundler, log, folder }),
  };
}

/**
 * Builds frozen drafts: type check, schemas from the handler's types, bundle. Child processes with a time and a memory
 * limit read the sources. No code of a Function ever runs. The same drafts give the same bytes. Several builds may run
 * at once, each in its own compiler process.
 */
export class Builder implements AsyncDisposable {
  readonly #log: Log;
  readonly #limits: { timeoutMs: number; heapMb: number; warmProcesses: number; idleMs: number | undefined };
  readonly #cache: ReturnType<typeof createResultCache>;
  readonly #packages: PackageStore;
  /** SHA-256 (hex) of everything besides the source that affects a build. */
  readonly fingerprint = builderFingerprint();
  readonly #snapshotDir: string | undefined;
  readonly #cacheDir: string;
  readonly #confinement: Confinement | undefined;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #pools: Promise<BuildPools> | undefined;
  #found: BuildPools | undefined;

  constructor(options: BuilderOptions) {
    this.#log = options.log;
    this.#cacheDir = options.cacheDir;
    this.#confinement = options.confinement;
    this.#limits = {
      timeoutMs: options.timeoutMs ?? 15_000,
      heapMb: options.heapMb ?? 512,
      warmProcesses: options.warmProcesses ?? 2,
      idleMs: options.idleMs,
    };
    this.#snapshotDir = options.snapshotDir;
    const folder = join(options.cacheDir, "results");
    this.#cache = createResultCache({ folder, maxBytes: options.cacheBytes ?? 256 * 1024 * 1024, log: options.log });
    this.#packages = createPackageStore({
      cacheDir: options.cacheDir,
      registryUrl: options.registryUrl ?? "https://registry.npmjs.org",
      proxies: options.proxies,
      log: options.log,
    });
  }

  /** The live processes and their helpers, for tests and metrics. */
  get processIds(): { compilers: number[]; bundlers: number[]; helpers: number[] } {
    const { compilers, bundlers } = this.#found ?? {};
    return {
      compilers: compilers?.processes.flatMap(({ pid }) => pid ?? []) ?? [],
      bundlers: bundlers?.processes.flatMap(({ pid }) => pid ?? []) ?? [],
      helpers: bundlers?.processes.flatMap(({ helperPid }) => helperPid ?? []) ?? [],
    };
  }

  /**
   * Returns a result for every Function, valid or with diagnostics.
   * @throws the signal's reason when it is aborted; the build's process is then killed
   */
  async build(functions: BuildFunction[], options: BuildOptions = {}): Promise<BuildAnswer> {
    const signal =
      options.signal === undefined ? this.#stop.signal : AbortSignal.any([this.#stop.signal, options.signal]);
    const run = this.#build(functions, options, signal);
    this.#running.add(run);
    try {
      return await run;
    } finally {
      this.#running.delete(run);
    }
  }

  /**
   * Declares what Libraries export, for an editor. If a Library cannot be fetched, or the compiler process cannot read
   * it within its limits, its declaration has no types, and `untyped` names it.
   * @throws the signal's reason when it is aborted
   */
  async declare(libraries: readonly BuildLibrary[], asked: AbortSignal, project = ""): Promise<DeclaredLibraries> {
    const run = this.#declare(libraries, AbortSignal.any([this.#stop.signal, asked]), project);
    this.#running.add(run);
    try {
      return await run;
    } finally {
      this.#running.delete(run);
    }
  }

  /**
   * Builds the programs that run the tests of Functions which build by themselves. `each` gets them in the Functions'
   * order, as soon as they are there, and the build goes on meanwhile until `each` returns false.
   * @throws the signal's reason when it is aborted
   */
  async buildTests(
    functions: readonly BuildFunction[],
    options: TestBuildOptions,
    each: (built: BuiltTests, index: number) => Promise<boolean>,
  ): Promise<ResolvedLibrary[]> {
    const signal = AbortSignal.any([this.#stop.signal, options.signal]);
    const run = this.#buildTests(functions, options, signal, each);
    this.#running.add(run);
    try {
      return await run;
    } finally {
      this.#running.delete(run);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error("The builder has been closed."));
    await Promise.allSettled(this.#running);
    await (await this.#pools)?.[Symbol.asyncDispose]();
  }

  async #declare(libraries: readonly BuildLibrary[], signal: AbortSignal, project: string): Promise<DeclaredLibraries> {
    const pools = await this.#findPools();
    await using compiler = new BorrowedProcess(pools.compilers, project);
    await using bundler = new BorrowedProcess(pools.bundlers, project);
    return await declareWith(libraries, {
      ...this.#limits,
      log: this.#log,
      store: this.#packages,
      signal,
      compiler: compiler.get,
      bundler: bundler.get,
    });
  }

  async #buildTests(
    functions: readonly BuildFunction[],
    { projectId, libraries, framework, coverage, stepBack }: TestBuildOptions,
    signal: AbortSignal,
    each: (built: BuiltTests, index: number) => Promise<boolean>,
  ): Promise<ResolvedLibrary[]> {
    const pools = await this.#findPools();
    await using compiler = new BorrowedProcess(pools.compilers, projectId);
    await using bundler = new BorrowedProcess(pools.bundlers, projectId);
    stepBack?.addEventListener("abort", () => [compiler, bundler].forEach((one) => one.stepBack()), { once: true });
    const means = { ...this.#limits, log: this.#log, signal, bundler: bundler.get, compiler: compiler.get };
    const reading = { store: this.#packages, read: createPackageReader(means), signal, log: this.#log };
    const preparation = prepareLibraries(libraries ?? [], reading);
    const sources = {
      preparation,
      cache: this.#cache,
      fingerprint: this.fingerprint,
      framework,
      coverage,
      inTurn: createTurns(),
    };
    await inOrder(functions, (one) => buildTests(one, means, sources), each);
    return preparation.resolved();
  }

  async #build(functions: BuildFunction[], options: BuildOptions, signal: AbortSignal): Promise<BuildAnswer> {
    signal.throwIfAborted();
    const pools = await this.#findPools();
    const { projectId = "", stepBack } = options;
    await using bundler = new BorrowedProcess(pools.bundlers, projectId);
    await using compilers = new AsyncDisposableStack();
    const borrowed: BorrowedProcess[] = [bundler];
    const means = { ...this.#limits, log: this.#log, signal, bundler: bundler.get };
    stepBack?.addEventListener("abort", () => borrowed.forEach((one) => one.stepBack()), { once: true });
    const progress = tellProgress(functions.length, options, signal);
    const reading = { store: this.#packages, read: createPackageReader(means), signal, log: this.#log };
    const preparation = prepareLibraries(options.libraries ?? [], reading);
    try {
      const { known } = options;
      const take = handOver(options.onBundle);
      const sources = { preparation, cache: this.#cache, fingerprint: this.fingerprint, known, take, signal };
      const found = await lookUpResults(functions, sources);
      const count = compilersFor(found.filter(({ outcome }) => outcome === undefined).length);
      const lanes = Array.from({ length: count }, (): BuildMeans => {
        const compiler = compilers.use(new BorrowedProcess(pools.compilers, projectId));
        if (stepBack?.aborted === true) compiler.stepBack();
        borrowed.push(compiler);
        return { ...means, compiler: compiler.get };
      });
      const outcomes = await buildAll(found, { lanes, cache: this.#cache, progress, take });
      progress.end();
      return { ...answerOf(found, outcomes), resolved: preparation.resolved() };
    } finally {
      // We do this only now, because the build needed the processor before.
      if (bundler.used) this.#prepare(pools.bundlers, pools.kept.bundler);
      if (borrowed.some((one) => one !== bundler && one.used)) this.#prepare(pools.compilers, pools.kept.compiler);
    }
  }

  #prepare(pool: ProcessPool, kept: KeptStart): void {
    unwaited(
      kept.take().then(() => pool.prepare()),
      (error) => this.#log.warn({ err: error }, "no spare build process could be started"),
    );
  }

  /** Finds out, before the first build, what the platform can do. */
  #findPools(): Promise<BuildPools> {
    this.#pools ??= this.#createPools();
    return this.#pools;
  }

  async #createPools(): Promise<BuildPools> {
    this.#found = await createBuildPools({
      ...this.#limits,
      log: this.#log,
      confinement: this.#confinement ?? (await findConfinement()),
      cacheDir: this.#cacheDir,
      kept: await keptStarts(this.fingerprint, { log: this.#log, snapshotDir: this.#snapshotDir }),
    });
    return this.#found;
  }
}

export function createBuilder(options: BuilderOptions): Builder {
  return new Builder(options);
}
