import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { hostCallsPath, hostCallsProtocol, mostMessageBytes } from "@ferrule/contract/internal/host-calls.ts";
import { type MessageChannel, openMessageChannel } from "@ferrule/kit/message-channel.ts";
import type { ControlPlaneClientOptions } from "./control-plane-client.ts";

/** Asks the control plane one request at a time or many at once, over one connection that is opened when it is needed. */
export interface HostCallConnection extends Disposable {
  /** The text of the answer. Rejects when there is none: with the signal's reason, or with why the connection broke. */
  ask: (text: string, signal: AbortSignal) => Promise<string>;
}

export interface HostCallConnectionOptions extends ControlPlaneClientOptions {
  /** A connection that nothing was sent over for so long is closed: what stands between might forget it. */
  idleMs?: number;
  /** Over one that was silent for so long while something was asked, nothing more is asked. */
  silentMs?: number;
}

const connectTimeoutMs = 3_000;

interface Opened {
  /** Nothing more is to be sent; it closes after its last answer. */
  retire: () => void;
  ask: HostCallConnection["ask"];
  destroy: (reason: Error) => void;
}

/** A connection of its own that has left HTTP. */
function dial({ url, token }: ControlPlaneClientOptions): Promise<Socket> {
  const target = new URL(url);
  const request = (target.protocol === "https:" ? requestHttps : requestHttp)({
    hostname: target.hostname.replace(/^\[|\]$/g, ""),
    port: target.port,
    path: target.pathname.replace(/\/+$/, "") + hostCallsPath,
    agent: false,
    timeout: connectTimeoutMs,
    headers: { "x-worker-token": token, connection: "upgrade", upgrade: hostCallsProtocol },
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

interface Pending {
  resolve: (text: string) => void;
  reject: (error: Error) => void;
}

/** Requests by their numbers, over a connection that is there. */
class Conversation implements Opened {
  readonly #socket: Socket;
  readonly #silentMs: number;
  readonly #left: () => void;
  readonly #channel: MessageChannel;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #heardAt = 0;
  #retired = false;

  /** `left` is called once it takes no more requests. */
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
    // Given to `setTimeout`, it would hear of the first time only, when something may have been asked.
    socket.setTimeout(idleMs).on("timeout", () => {
      if (this.#pending.size === 0) this.retire();
    });
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
    this.#pending.set(number, { resolve, reject });
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
 * The worker's connection for host calls (`hostCallsPath` in the contract). One that the control plane takes leave of, that
 * breaks, idles or has fallen silent is given up; whoever asks next opens another.
 */
export function createHostCallConnection({
  idleMs = 30_000,
  silentMs = 3_000,
  ...options
}: HostCallConnectionOptions): HostCallConnection {
  const all = new Set<Opened>();
  let current: Opened | undefined;
  let opening: Promise<Opened> | undefined;
  let closed: Error | undefined;

  async function open(): Promise<Opened> {
    const socket = await dial(options);
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
