import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { listen } from "@ferrule/kit/network/listen.ts";

/** The target of a link: a port of this machine, or a unix socket. */
export type Target = { port: number } | { path: string };

export interface Slowness {
  /** The delay before it passes each piece on. */
  delayMs?: number;
  /** The largest random addition to the delay, to simulate lost packets. */
  jitterMs?: number;
  bytesPerSecond?: number;
  /** The average number of random resets of each connection per second. */
  lossesPerSecond?: number;
}

/** How often it draws the connections to reset. */
const tickMs = 100;

const open = async (target: Target): Promise<Socket> => {
  const socket = connect("path" in target ? { path: target.path } : { port: target.port, host: "127.0.0.1" });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(2_000) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket.setNoDelay(true);
};

/** A pair of connections: one from the link's client, one to its target. */
class Passage {
  readonly #sockets: readonly [Socket, Socket];
  /** Nothing passes any more, and neither side learns of it. */
  forgotten = false;

  constructor(near: Socket, far: Socket, wait: (bytes: number) => Promise<void>) {
    this.#sockets = [near, far];
    near.setNoDelay(true);
    const ends = [this.#pass(near, far, wait), this.#pass(far, near, wait)];
    Promise.all(ends).catch(() => this.destroy());
  }

  async #pass(from: Socket, to: Socket, wait: (bytes: number) => Promise<void>): Promise<void> {
    const pieces = from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const piece of pieces) {
      if (this.forgotten) continue;
      await wait(piece.length);
      if (!this.forgotten && !to.write(piece)) await once(to, "drain");
    }
    if (!this.forgotten) to.end();
  }

  destroy(): void {
    const [near, far] = this.#sockets;
    // If a socket is reset while it is shutting down, Node never closes it, and then does not exit.
    if (near.writableEnded) near.destroy();
    else if (!near.destroyed) near.resetAndDestroy();
    // It may be a unix socket, which has no reset.
    far.destroy();
  }
}

/**
 * A TCP proxy between two roles; a test can cut, stall and slow it. With several targets it is a load balancer: it uses
 * them in turn, and skips those that take no connection or that `isUp` refuses.
 */
export class Link implements AsyncDisposable {
  readonly port: number;
  readonly #server: Server;
  readonly #targets: readonly Target[];
  readonly #passages = new Map<Passage, Target>();
  #turn = 0;
  #isCut = false;
  #stalled: PromiseWithResolvers<void> | undefined;
  #slowness: Slowness = {};
  #losing: NodeJS.Timeout | undefined;
  /** The number of random resets so far. */
  losses = 0;
  /** Whether a target may get connections. */
  isUp: (target: Target) => boolean = () => true;

  private constructor(server: Server, port: number, targets: readonly Target[]) {
    this.#server = server;
    this.port = port;
    this.#targets = targets;
    server.on("connection", (socket: Socket) => {
      socket.on("error", () => undefined);
      this.#take(socket).catch(() => socket.resetAndDestroy());
    });
  }

  static async to(...targets: Target[]): Promise<Link> {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true });
    return new Link(server, await listen(server, 0, "127.0.0.1"), targets);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async #take(socket: Socket): Promise<void> {
    await this.#stalled?.promise;
    // Other roles take turns at the same time, so each role goes through all targets by its own count.
    const first = (this.#turn += 1);
    for (let tries = 0; tries < this.#targets.length; tries += 1) {
      const target = this.#targets[(first + tries) % this.#targets.length]!;
      if (this.#isCut || !this.isUp(target)) continue;
      const far = await open(target).catch(() => undefined);
      if (far === undefined) continue;
      far.on("error", () => undefined);
      if (this.#isCut || socket.destroyed) {
        far.destroy();
        break;
      }
      const passage = new Passage(socket, far, (bytes) => this.#wait(bytes));
      this.#passages.set(passage, target);
      socket.once("close", () => this.#passages.delete(passage));
      socket.resume();
      return;
    }
    socket.resetAndDestroy();
  }

  async #wait(bytes: number): Promise<void> {
    await this.#stalled?.promise;
    const { delayMs = 0, jitterMs = 0, bytesPerSecond = Infinity } = this.#slowness;
    const ms = delayMs + Math.random() * jitterMs + (bytes / bytesPerSecond) * 1_000;
    if (ms > 0) await delay(ms);
    await this.#stalled?.promise;
  }

  /** Resets every connection, and refuses new ones until it is mended. */
  cut(): void {
    this.#isCut = true;
    this.reset();
  }

  /** Resets every connection, or those to one target, and still takes new ones. */
  reset(only?: Target): void {
    for (const [passage, target] of this.#passages) if (only === undefined || target === only) passage.destroy();
  }

  /** Holds everything back until it is mended, and loses nothing: connections look alive. */
  stall(): void {
    this.#stalled ??= Promise.withResolvers();
  }

  /**
   * Open connections pass nothing any more and are never closed, as when a firewall has lost its table. New ones pass.
   */
  forget(): void {
    for (const passage of this.#passages.keys()) passage.forgotten = true;
  }

  slow(slowness: Slowness): void {
    this.#slowness = slowness;
    clearInterval(this.#losing);
    const { lossesPerSecond = 0 } = slowness;
    if (lossesPerSecond > 0) this.#losing = setInterval(() => this.#lose(lossesPerSecond * (tickMs / 1_000)), tickMs);
  }

  #lose(chance: number): void {
    for (const passage of this.#passages.keys()) {
      if (Math.random() >= chance) continue;
      this.losses += 1;
      passage.destroy();
    }
  }

  /** Everything passes again. Data that was held back arrives, and forgotten connections are reset. */
  mend(): void {
    for (const passage of this.#passages.keys()) if (passage.forgotten) passage.destroy();
    this.#isCut = false;
    this.slow({});
    this.#stalled?.resolve();
    this.#stalled = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.slow({});
    this.cut();
    this.#stalled?.resolve();
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const passage of this.#passages.keys()) passage.destroy();
    await closed;
  }
}
