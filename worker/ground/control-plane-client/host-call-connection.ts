// Why: docs/decisions/connection-for-host-calls.md
import { request as requestHttp } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { hostCallsPath, hostCallsProtocol, mostMessageBytes } from "@ferrule/contract/internal/host-calls.ts";
import { type MessageChannel, openMessageChannel } from "@ferrule/kit/frames/message-channel.ts";
import { connectToPeer, peerConnector, type PeerConnector } from "@ferrule/kit/peers/connect-to-peer.ts";
import type { ControlPlaneClientOptions } from "./control-plane-client.ts";
import { isPassing, patienceMs, pausesMs } from "./dial-pauses.ts";

/** Sends requests to the control plane, one by one or many at once, over one connection that it opens on demand. */
export interface HostCallConnection extends Disposable {
  /**
   * Resolves to the text of the response. Rejects with the signal's reason, or with the reason why the connection
   * broke.
   */
  ask: (text: string, signal: AbortSignal) => Promise<string>;
}

export interface HostCallConnectionOptions extends ControlPlaneClientOptions {
  /** We close a connection without traffic for this long, because proxies in between may have dropped it. */
  idleMs?: number;
  /** A connection that was silent for this long during a request gets no further requests: it may be half-open. */
  silentMs?: number;
}

const connectTimeoutMs = 3_000;

interface Opened {
  /** Sends nothing more, and closes after the last response. */
  retire: () => void;
  ask: HostCallConnection["ask"];
  destroy: (reason: Error) => void;
}

/** Opens a connection to a control plane that has proven its role, and upgrades it from HTTP. */
async function dial({ url, token }: ControlPlaneClientOptions, connector: PeerConnector): Promise<Socket> {
  const { host, pathname } = new URL(url);
  const proven = await connectToPeer({ url }, connector);
  const request = requestHttp({
    // We use no agent, because it would make its own connection.
    createConnection: () => proven,
    path: pathname.replace(/\/+$/, "") + hostCallsPath,
    timeout: connectTimeoutMs,
    headers: { host, "x-worker-token": token, connection: "upgrade", upgrade: hostCallsProtocol },
  });
  return new Promise((resolve, reject) => {
    request.once("upgrade", (_response, socket: Socket, head: Buffer) => {
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.once("response", (response) => {
      response.resume();
      reject(new Error(`The control plane answered ${response.statusCode} to the request for a connection.`));
      request.destroy();
    });
    request.once("timeout", () => {
      request.destroy(new Error(`The control plane did not answer within ${connectTimeoutMs} ms.`));
    });
    request.on("error", reject);
    request.end();
  });
}

/**
 * Dials again, for two seconds, when the connection is refused or reset before its upgrade. This happens while a
 * control plane or a load balancer ends, and no request has been sent yet.
 */
async function dialPersistently(
  options: ControlPlaneClientOptions,
  connector: PeerConnector,
  isClosed: () => boolean,
): Promise<Socket> {
  const deadline = performance.now() + patienceMs;
  const pauses = pausesMs();
  for (;;) {
    try {
      return await dial(options, connector);
    } catch (error) {
      const pause = pauses.next().value;
      if (!isPassing(error) || performance.now() + pause > deadline || isClosed()) throw error;
      await delay(pause);
    }
  }
}

interface Pending {
  sentAt: number;
  resolve: (text: string) => void;
  reject: (error: Error) => void;
}

/** Numbered requests over an open connection. */
class Conversation implements Opened {
  readonly #socket: Socket;
  readonly #silentMs: number;
  readonly #left: () => void;
  readonly #channel: MessageChannel;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #heardAt = 0;
  #retired = false;

  /** It calls `left` once, when it accepts no more requests. */
  constructor(socket: Socket, idleMs: number, silentMs: number, left: () => void) {
    this.#socket = socket;
    this.#silentMs = silentMs;
    this.#left = left;
    this.#channel = openMessageChannel(socket, {
      mostBytes: mostMessageBytes,
      onMessage: (number, text) => this.#hear(number, text),
    });
    let broken: Error | undefined;
    socket.setNoDelay(true);
    // `setTimeout`'s own callback would see only the first timeout, when a request may have been open.
    socket.setTimeout(idleMs).on("timeout", () => {
      if (this.#pending.size === 0) this.retire();
    });
    // Later requests use another connection, and do not wait behind a dead one.
    const watch = setInterval(
      () => {
        if (this.#waitsSince() + silentMs <= performance.now()) this.retire();
      },
      Math.max(50, silentMs / 4),
    ).unref();
    socket.once("close", () => clearInterval(watch));
    socket.on("error", (error) => (broken = error));
    socket.once("end", () => socket.destroy());
    socket.once("close", () => {
      this.retire();
      const error = broken ?? new Error("The control plane closed the connection.");
      for (const { reject } of this.#pending.values()) reject(error);
    });
  }

  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#left();
    this.#leave();
  }

  destroy(reason: Error): void {
    this.#socket.destroy(reason);
  }

  /** The time since which a response is missing and nothing has come. */
  #waitsSince(): number {
    const [oldest] = this.#pending.values();
    return oldest === undefined ? Infinity : Math.max(this.#heardAt, oldest.sentAt);
  }

  async ask(text: string, signal: AbortSignal): Promise<string> {
    this.#last = (this.#last % 0xffffffff) + 1;
    const number = this.#last;
    const sentAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const takeBack = () => {
      this.#channel.send(number, "");
      if (Math.max(this.#heardAt, sentAt) + this.#silentMs <= performance.now()) this.retire();
      reject(signal.reason as Error);
    };
    this.#pending.set(number, { sentAt, resolve, reject });
    signal.addEventListener("abort", takeBack, { once: true });
    this.#channel.send(number, text);
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", takeBack);
      this.#pending.delete(number);
      this.#leave();
    }
  }

  #hear(number: number, text: string): void {
    this.#heardAt = performance.now();
    if (number === 0) return this.retire();
    this.#pending.get(number)?.resolve(text);
  }

  #leave(): void {
    if (this.#retired && this.#pending.size === 0) this.#channel.end();
  }
}

/**
 * The worker's connection for host calls (`hostCallsPath` in the contract). We give a connection up when the control
 * plane says goodbye, or when it breaks, idles or falls silent. The next request then opens another.
 */
export function createHostCallConnection({
  idleMs = 30_000,
  silentMs = 3_000,
  ...options
}: HostCallConnectionOptions): HostCallConnection {
  const connector = peerConnector({
    url: options.url,
    token: options.token,
    authorities: options.authorities,
    timeoutMs: connectTimeoutMs,
  });
  const all = new Set<Opened>();
  let current: Opened | undefined;
  let opening: Promise<Opened> | undefined;
  let closed: Error | undefined;

  async function open(): Promise<Opened> {
    const socket = await dialPersistently(options, connector, () => closed !== undefined);
    const opened: Opened = new Conversation(socket, idleMs, silentMs, () => {
      if (current === opened) current = undefined;
    });
    all.add(opened);
    socket.once("close", () => all.delete(opened));
    if (closed !== undefined) opened.destroy(closed);
    else current = opened;
    return opened;
  }

  return {
    async ask(text, signal) {
      if (Buffer.byteLength(text) > mostMessageBytes) throw new RangeError("The request is too long to be sent.");
      if (closed !== undefined) throw closed;
      const opened =
        current ??
        (await (opening ??= open().finally(() => {
          opening = undefined;
        })));
      signal.throwIfAborted();
      return opened.ask(text, signal);
    },
    [Symbol.dispose]() {
      closed = new Error("The connection to the control plane has been closed.");
      for (const opened of all) opened.destroy(closed);
    },
  };
}
