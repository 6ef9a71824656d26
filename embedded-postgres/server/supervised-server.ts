import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { connectionUrl } from "../connection-url.ts";
import { clearLeftovers } from "./leftovers.ts";
import type { Place } from "../place/place.ts";
import { probeServer } from "./probe-server.ts";
import { boundServerLog } from "./server-log.ts";
import { startServer, type ServerProcess, type StopBounds } from "./server-process.ts";

export interface SupervisedServerOptions {
  place: Place;
  /** Server settings added to Ferrule's own. */
  settings: Record<string, string>;
  log: Log;
  /** Pause between health checks. */
  checkIntervalMs?: number;
  /** How long a health check waits for an answer; after three silent ones in a row, we replace the server. */
  checkTimeoutMs?: number;
  /** How long a silent server has to end by itself before we kill it. */
  stopBoundsMs?: StopBounds;
}

/** A server that is restarted when it dies or falls silent, until it is disposed. */
export class SupervisedServer implements AsyncDisposable {
  readonly #options: SupervisedServerOptions;
  readonly #ending = new AbortController();
  #running: ServerProcess | undefined;
  #restart: Promise<void> = Promise.resolve();
  #checks: Promise<void> = Promise.resolve();

  private constructor(options: SupervisedServerOptions) {
    this.#options = options;
  }

  /** Resolves when the first server is ready; rejects with an EmbeddedPostgresError when it ends at its start. */
  static async start(options: SupervisedServerOptions): Promise<SupervisedServer> {
    const supervised = new SupervisedServer(options);
    await clearLeftovers(options.place, options.log);
    await boundServerLog(options.place.logFile).catch(() => undefined);
    try {
      await supervised.#startOne();
    } catch (error) {
      await supervised[Symbol.asyncDispose]();
      throw error;
    }
    supervised.#checks = supervised.#checkForever();
    return supervised;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await this.#running?.stop();
    await this.#restart;
    await this.#checks;
    await clearLeftovers(this.#options.place, this.#options.log);
  }

  async #startOne(): Promise<void> {
    const server = await startServer(this.#options.place, this.#options.settings);
    this.#running = server;
    // Somebody may have asked for the end while we were spawning this one.
    if (this.#ending.signal.aborted) await server.stop();
    await server.ready();
    const readySince = Date.now();
    const ended = server.ended.then(() => {
      // A server that dies again and again must not keep the machine busy.
      const pauseMs = Date.now() - readySince < 5000 ? 500 : 0;
      if (!this.#ending.signal.aborted) this.#restart = this.#bringBack(pauseMs);
    });
    unwaited(ended, (error) => this.#options.log.error({ err: error }, "PostgreSQL is no longer supervised"));
  }

  async #bringBack(pauseMs: number): Promise<void> {
    const { place, log } = this.#options;
    log.error("PostgreSQL ended unexpectedly; starting it again");
    await this.#pause(pauseMs);
    for (let attempt = 1; !this.#ending.signal.aborted; attempt += 1) {
      try {
        await clearLeftovers(place, log);
        await this.#startOne();
        log.warn({ attempt }, "PostgreSQL is back");
        return;
      } catch (error) {
        await this.#running?.stop();
        if (this.#ending.signal.aborted) return;
        log.error({ err: error, attempt }, "PostgreSQL could not be started again");
        await this.#pause(Math.min(200 * 2 ** attempt, 10_000));
      }
    }
  }

  async #checkForever(): Promise<void> {
    const { place, log, checkIntervalMs = 5000, checkTimeoutMs = 10_000, stopBoundsMs } = this.#options;
    const url = connectionUrl(place.socketDirectory, "postgres", "postgres");
    let silent = 0;
    while (await this.#pause(checkIntervalMs)) {
      await this.#restart;
      await boundServerLog(place.logFile).catch((error: unknown) => log.warn({ err: error }, "PostgreSQL's log"));
      silent = (await probeServer(url, checkTimeoutMs)) === "silent" ? silent + 1 : 0;
      if (silent < 3 || this.#ending.signal.aborted) continue;
      log.error("PostgreSQL does not answer; replacing it");
      silent = 0;
      await this.#running?.stop(stopBoundsMs);
    }
  }

  /** Returns false when somebody has asked for the end. */
  async #pause(ms: number): Promise<boolean> {
    const signal = this.#ending.signal;
    return delay(ms, true, { signal, ref: false }).catch(() => false);
  }
}
