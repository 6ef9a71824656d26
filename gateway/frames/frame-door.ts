import type { Log } from "@ferrule/kit/log.ts";
import type { Bounds } from "../bounds.ts";
import { CallConnection } from "./call-connection.ts";
import { dialWorker, type Dialled } from "./dial-worker.ts";

interface FrameDoorOptions extends Dialled {
  bounds: Bounds;
  log: Log;
  /** The connection takes no more calls; `asked` when the worker drains. */
  left: (asked: boolean) => void;
}

/** The connection over which one worker gets its calls, if it supports frames. */
export class FrameDoor {
  /** Undefined while calls go by HTTP. */
  current: CallConnection | undefined;
  readonly #all = new Set<CallConnection>();
  #refusedUntil = 0;
  #closed = false;
  readonly #options: FrameDoorOptions;

  constructor(options: FrameDoorOptions) {
    this.#options = options;
  }

  /**
   * Returns the open connection, or a new one. Undefined for a worker without frames; it asks that worker again after a
   * while. Rejects when the worker cannot be reached.
   */
  async open(signal: AbortSignal): Promise<CallConnection | undefined> {
    const { bounds, log, origin } = this.#options;
    if (this.current !== undefined || performance.now() < this.#refusedUntil) return this.current;
    const dialled = await dialWorker(this.#options, signal);
    if (typeof dialled === "number") {
      this.#refusedUntil = performance.now() + bounds.redialMs;
      log.debug({ upstream: origin, status: dialled }, "the worker takes calls by HTTP only");
      return undefined;
    }
    const connection = new CallConnection(dialled, {
      bounds,
      left: (asked) => {
        if (this.current !== connection) return;
        this.current = undefined;
        this.#options.left(asked);
      },
    });
    this.#all.add(connection);
    dialled.on("error", (error) => log.warn({ upstream: origin, err: error }, "the connection to a worker broke"));
    dialled.once("close", () => this.#all.delete(connection));
    if (this.#closed) connection.destroy();
    else this.current = connection;
    return connection;
  }

  /** The worker has answered on this connection. So older ones that are silent are dead. */
  answered(connection: CallConnection): void {
    for (const one of this.#all) {
      if (one === connection) return;
      one.replaced();
    }
  }

  /** Closes it; running calls may finish within `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    const all = [...this.#all];
    this.current = undefined;
    const cut = setTimeout(() => {
      for (const connection of all) connection.destroy();
    }, graceMs);
    for (const connection of all) connection.retire();
    await Promise.all(all.map((connection) => connection.closed));
    clearTimeout(cut);
  }
}
