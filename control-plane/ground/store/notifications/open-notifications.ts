import { Client } from "pg";
import type { Log } from "@ferrule/kit/log.ts";
import { channels, type Channel, type Notifications } from "./notifications.ts";

const longestPauseMs = 5_000;

/** Notifications over one LISTEN connection, which reconnects when it breaks. */
export class OpenNotifications implements Notifications, AsyncDisposable {
  #databaseUrl: string;
  #log: Log;
  #client: Client | undefined;
  #closed = false;
  #failures = 0;
  #reconnecting: NodeJS.Timeout | undefined;
  #listeners = new Map<Channel, Set<(payload: string) => void>>(channels.map((channel) => [channel, new Set()]));

  private constructor(databaseUrl: string, log: Log) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  /** Opens the connection; resolves once it listens. */
  static async open(databaseUrl: string, log: Log): Promise<OpenNotifications> {
    const notifications = new OpenNotifications(databaseUrl, log);
    await notifications.#connect();
    return notifications;
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#databaseUrl,
      application_name: "ferrule-notifications",
      // Lets the kernel notice a peer that vanished silently.
      keepAlive: true,
    });
    client.on("notification", ({ channel, payload }) => this.#tell(channel as Channel, payload ?? ""));
    client.on("error", (error) => this.#log.warn({ err: error }, "the notification connection broke"));
    let connected = false;
    client.on("end", () => {
      if (connected) this.#reconnect();
    });
    try {
      await client.connect();
      await client.query(channels.map((channel) => `listen ${channel}`).join("; "));
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    connected = true;
    this.#client = client;
    this.#failures = 0;
    if (this.#closed) await client.end();
  }

  #reconnect(): void {
    this.#client = undefined;
    if (this.#closed) return;
    const pauseMs = Math.min(longestPauseMs, 50 * 2 ** this.#failures);
    this.#failures += 1;
    this.#reconnecting = setTimeout(() => {
      this.#connect().then(
        () => {
          for (const channel of channels) this.#tell(channel, "");
        },
        (error: unknown) => {
          this.#log.warn({ err: error }, "the notification connection could not be opened");
          this.#reconnect();
        },
      );
    }, pauseMs);
  }

  #tell(channel: Channel, payload: string): void {
    // A copy: a listener that is added during delivery first hears the next notification.
    for (const heard of Array.from(this.#listeners.get(channel) ?? [])) {
      try {
        heard(payload);
      } catch (error) {
        this.#log.error({ err: error, channel }, "a notification's listener failed");
      }
    }
  }

  subscribe(channel: Channel, heard: (payload: string) => void): () => void {
    const listeners = this.#listeners.get(channel);
    // A new function each time, because a caller may subscribe the same function twice, and each subscription ends
    // separately.
    const listener = (payload: string) => heard(payload);
    listeners?.add(listener);
    return () => {
      listeners?.delete(listener);
    };
  }

  wait(
    channel: Channel,
    { timeoutMs, signal, matches }: { timeoutMs: number; signal?: AbortSignal; matches?: (payload: string) => boolean },
  ): Promise<void> {
    if (signal?.aborted === true || this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        unsubscribe();
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      const unsubscribe = this.subscribe(channel, (payload) => {
        if (payload === "" || matches === undefined || matches(payload)) done();
      });
      signal?.addEventListener("abort", done, { once: true });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reconnecting);
    for (const channel of channels) this.#tell(channel, "");
    await this.#client?.end();
  }
}
