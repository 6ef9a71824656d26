// Why: docs/decisions/builders-of-one-project.md
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { GuardedProcess } from "./guarded-process.ts";

interface PoolOptions {
  start: () => GuardedProcess;
  /** How many idle processes to keep. */
  warm: number;
  /** How long to keep them. */
  idleMs?: number | undefined;
  /** Called when a process could not be ended. */
  failed: (error: unknown) => void;
}

interface Idle {
  project: string;
  process: GuardedProcess;
}

/** No process lasts for ever, because leftovers of one build slow the next. */
const lastsMs = 10 * 60_000;
/** An author usually saves again within this time. A compiler holds 170 MB. */
const usualIdleMs = 30_000;

/**
 * Build processes of one kind. A process that has read a Project's source serves no other Project, so a source that
 * corrupts it harms only its author. When several Projects build, the pool keeps one spare ready, so that another
 * Project does not wait for a start. Some time after the last build, all processes end.
 */
export class ProcessPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #all = new Map<GuardedProcess, number>();
  readonly #idle: Idle[] = [];
  #spare: GuardedProcess | undefined;
  #tiring: NodeJS.Timeout | undefined;
  #first: string | undefined;
  #severalProjects = false;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** The live processes. */
  get processes(): GuardedProcess[] {
    return [...this.#all.keys()].filter(({ alive }) => alive);
  }

  take(project: string): GuardedProcess {
    this.#stay();
    this.#first ??= project;
    this.#severalProjects ||= this.#first !== project;
    const index = this.#idle.findLastIndex((one) => one.project === project);
    const own = index < 0 ? undefined : this.#idle.splice(index, 1)[0]?.process;
    if (own?.alive === true) return own;
    const spare = this.#spare;
    this.#spare = undefined;
    return spare?.alive === true ? spare : this.#start();
  }

  async giveBack(project: string, process: GuardedProcess): Promise<void> {
    const age = performance.now() - (this.#all.get(process) ?? 0);
    if (!process.alive || this.#closed || age > lastsMs) await this.#end(process);
    else this.#idle.push({ project, process });
    if (this.#closed) return;
    // One of the kept processes is the spare, which has served no Project yet.
    const kept = Math.max(1, this.#options.warm - 1);
    while (this.#idle.length > kept) await this.#end(this.#idle.shift()!.process);
    this.#stay();
  }

  /**
   * Starts a spare for the next Project, if more than one Project builds. Call it after a build, when the processor has
   * nothing more urgent to do.
   */
  prepare(): void {
    if (!this.#severalProjects || this.#closed || this.#options.warm < 2 || this.#spare?.alive === true) return;
    this.#spare = this.#start();
    this.#stay();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#tiring);
    this.#idle.length = 0;
    await Promise.all([...this.#all.keys()].map((one) => this.#end(one)));
  }

  #start(): GuardedProcess {
    for (const one of this.#all.keys()) if (!one.alive) this.#all.delete(one);
    const started = this.#options.start();
    this.#all.set(started, performance.now());
    return started;
  }

  /** Ends the processes that nobody has borrowed within `idleMs`. */
  #stay(): void {
    clearTimeout(this.#tiring);
    if (this.#closed) return;
    this.#tiring = setTimeout(() => {
      const tired = this.#idle.splice(0).map(({ process }) => process);
      if (this.#spare !== undefined) tired.push(this.#spare);
      this.#spare = undefined;
      for (const one of tired) unwaited(this.#end(one), this.#options.failed);
    }, this.#options.idleMs ?? usualIdleMs).unref();
  }

  async #end(process: GuardedProcess): Promise<void> {
    await process[Symbol.asyncDispose]();
    this.#all.delete(process);
  }
}
