import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { GuardedProcess } from "./guarded-process.ts";

interface PoolOptions {
  start: () => GuardedProcess;
  /** Processes that stay when nobody needs them. */
  warm: number;
  /** How long they stay. */
  idleMs?: number | undefined;
  /** Told of one that could not be ended. */
  failed: (error: unknown) => void;
}

interface Idle {
  project: string;
  process: GuardedProcess;
}

/** No process lasts for ever: what is left of one build is in the way of the next. */
const lastsMs = 10 * 60_000;
/** Whoever writes a Function saves again sooner than that; a compiler holds 170 MB. */
const usualIdleMs = 30_000;

/**
 * Build processes of one kind. One that has read a source of a Project serves no other Project, so that whatever a source has done to it
 * stays with its author. A new one is kept ready, so that another Project need not wait for its start. When nothing has been built for a while all of them end.
 */
export class ProcessPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #all = new Map<GuardedProcess, number>();
  readonly #idle: Idle[] = [];
  #spare: GuardedProcess | undefined;
  #tiring: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Those that live. */
  get processes(): GuardedProcess[] {
    return [...this.#all.keys()].filter(({ alive }) => alive);
  }

  take(project: string): GuardedProcess {
    this.#stay();
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
    // One of those that stay is the spare, which has served nobody.
    const kept = Math.max(1, this.#options.warm - 1);
    while (this.#idle.length > kept) await this.#end(this.#idle.shift()!.process);
    this.#stay();
  }

  /** Starts one that the next Project need not wait for; after a build, when the processor has nothing better to do. */
  prepare(): void {
    if (this.#closed || this.#options.warm < 2 || this.#spare?.alive === true) return;
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

  /** Those that nobody has borrowed by then end after `idleMs` from now. */
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
