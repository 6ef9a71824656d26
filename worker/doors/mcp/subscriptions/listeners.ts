// Why: docs/decisions/streams-beside-calls.md
import { setImmediate as turn } from "node:timers/promises";
import type { ResourceState } from "@ferrule/contract/internal/changes.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { Shares } from "@ferrule/kit/turns/shares.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { LiveStates } from "../../../deployed/endpoints/served/live-states.ts";
import type { ServedEndpoint } from "../../../deployed/endpoints/served/served-endpoint.ts";
import type { View } from "../transport/method.ts";
import { callerNow, type Admitting } from "./caller-now.ts";
import type { Listener, ListenerRequest } from "./listener.ts";
import type { Seen, VersionOf } from "./seen-by.ts";

interface ListenersOptions extends Admitting {
  states: Pick<LiveStates, "credentials">;
  /** Digests of what a caller sees. */
  look: (view: View) => Seen;
  versionOf: VersionOf;
  /** Whether this worker may serve at all. */
  serves: () => boolean;
  /** The most open streams. A Project may have three times what is free. 0: nobody may listen. */
  most: number;
  log: Log;
}

/** The most open streams of one key, person or anonymous address. */
const mostOfCaller = 100;
const tickMs = 1_000;
/** Changes that come together are told together. */
const tellMs = 50;
/** So many listeners are looked at in one turn of the event loop. */
const atOnce = 100;
/** How often a token is verified again, because its issuer may have removed the key. */
const recheckMs = 60_000;

/** Why a stream may not open: `caller` or `project` has its share, or the worker is `full`. */
export type NoRoom = "caller" | "project" | "full";

/** The streams of `subscriptions/listen` on this worker. */
export class Listeners implements Disposable {
  /** Called with each stream that was cut off because its client did not read. */
  onDrop: () => void = () => {};
  readonly #options: ListenersOptions;
  readonly #all = new Map<Listener, number>();
  /** By the path of the endpoint. */
  readonly #at = new Map<string, { seen: ServedEndpoint | undefined; listeners: Set<Listener> }>();
  /** By Project, environment and URI. */
  readonly #ofUri = new Map<string, Set<Listener>>();
  readonly #shares = new Shares();
  readonly #ofCaller = new Map<string, number>();
  readonly #toReview = new Set<Listener>();
  readonly #toTell = new Set<Listener>();
  readonly #ticking: NodeJS.Timeout;
  #telling: NodeJS.Timeout | undefined;
  #reviewing = false;
  /** Of the states that tokens depend on. */
  #credentials = 0;

  constructor(options: ListenersOptions) {
    this.#options = options;
    this.#ticking = setInterval(() => this.#tick(), tickMs).unref();
  }

  get size(): number {
    return this.#all.size;
  }

  /** Takes a place for a stream. Null: it has one, and `add` must follow at once. */
  takePlace({ projectId, callerName }: Pick<ListenerRequest, "projectId" | "callerName">): NoRoom | null {
    const has = this.#ofCaller.get(callerName) ?? 0;
    if (has >= mostOfCaller) return "caller";
    if (!this.#shares.take(projectId, 1, this.#options.most)) {
      return this.#all.size >= this.#options.most ? "full" : "project";
    }
    this.#ofCaller.set(callerName, has + 1);
    return null;
  }

  /** Keeps a stream that has begun, until `remove`. */
  add(listener: Listener): void {
    const { path } = listener.request;
    this.#all.set(listener, performance.now() + recheckMs);
    const group = this.#at.get(path) ?? { seen: listener.endpoint, listeners: new Set() };
    this.#at.set(path, group);
    group.listeners.add(listener);
    for (const key of keysOf(listener)) {
      const listening = this.#ofUri.get(key) ?? new Set();
      this.#ofUri.set(key, listening.add(listener));
    }
    // The endpoint may have changed since the request came.
    if (this.#options.directory.peek(path) !== listener.endpoint) this.#review([listener]);
  }

  remove(listener: Listener): void {
    if (!this.#all.delete(listener)) return;
    const { path, projectId, callerName } = listener.request;
    const group = this.#at.get(path);
    group?.listeners.delete(listener);
    if (group?.listeners.size === 0) this.#at.delete(path);
    for (const key of keysOf(listener)) {
      const listening = this.#ofUri.get(key);
      listening?.delete(listener);
      if (listening?.size === 0) this.#ofUri.delete(key);
    }
    this.#shares.give(projectId, 1);
    const left = (this.#ofCaller.get(callerName) ?? 1) - 1;
    if (left === 0) this.#ofCaller.delete(callerName);
    else this.#ofCaller.set(callerName, left);
    this.#toReview.delete(listener);
    this.#toTell.delete(listener);
  }

  /** Something that this worker serves has changed. */
  readonly heard = (): void => {
    const { directory, states } = this.#options;
    for (const [path, group] of this.#at) {
      const now = directory.peek(path);
      if (now === group.seen) continue;
      group.seen = now;
      this.#review(group.listeners);
    }
    if (states.credentials === this.#credentials) return;
    this.#credentials = states.credentials;
    this.#review([...this.#all.keys()].filter(({ caller }) => caller.token !== null));
  };

  /** A resource has changed. */
  readonly resourceChanged = ({ projectId, environment, tenantId, uri }: Omit<ResourceState, "kind" | "id">): void => {
    for (const listener of this.#ofUri.get(`${projectId} ${environment} ${uri}`) ?? []) {
      if (listener.caller.tenantId === tenantId) this.#update(listener, uri);
    }
  };

  /** Ends all streams. */
  readonly drain = (): void => {
    for (const listener of this.#all.keys()) this.#end(listener);
  };

  [Symbol.dispose](): void {
    clearInterval(this.#ticking);
    clearTimeout(this.#telling);
    this.drain();
  }

  #update(listener: Listener, uri: string): void {
    const { endpoint, caller } = listener;
    const { deployed } = endpoint;
    if (deployed.kind !== "compiled" || deployed.endpoint.kind !== "mcp") return;
    if (this.#options.versionOf({ table: deployed.endpoint.table, endpoint, caller }, uri) === null) return;
    listener.updated(uri);
    this.#tellSoon(listener);
  }

  #tellSoon(listener: Listener): void {
    this.#toTell.add(listener);
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      for (const one of this.#toTell) one.tell();
      this.#toTell.clear();
    }, tellMs);
  }

  #end(listener: Listener): void {
    this.remove(listener);
    listener.end();
  }

  #review(listeners: Iterable<Listener>): void {
    for (const listener of listeners) this.#toReview.add(listener);
    if (this.#reviewing || this.#toReview.size === 0) return;
    this.#reviewing = true;
    const reviewing = this.#reviewAll().finally(() => (this.#reviewing = false));
    unwaited(reviewing, (error) => {
      this.#options.log.error({ err: error }, "listeners could not be checked");
      this.drain();
    });
  }

  async #reviewAll(): Promise<void> {
    while (this.#toReview.size > 0) {
      const some = [...this.#toReview.values().take(atOnce)];
      for (const listener of some) this.#toReview.delete(listener);
      await Promise.all(some.map((listener) => this.#reviewOne(listener)));
      await turn();
    }
  }

  /** Ends a stream whose caller may not call any more, and notes what the caller now sees. */
  async #reviewOne(listener: Listener): Promise<void> {
    const view = await callerNow(listener, this.#options, sharedNow());
    if (!this.#all.has(listener) || view === "later") return;
    if (view === "gone") return this.#end(listener);
    const { look, versionOf } = this.#options;
    const versions = listener.request.wishes.uris.map((uri) => versionOf(view, uri));
    if (listener.sees({ ...view, seen: look(view), versions })) this.#tellSoon(listener);
  }

  #tick(): void {
    if (!this.#options.serves()) return this.drain();
    const [now, time] = [performance.now(), sharedNow()];
    for (const [listener, recheckAt] of this.#all) {
      if (time >= listener.endsAt) this.#end(listener);
      else if (!listener.isAlive(now)) {
        this.onDrop();
        this.remove(listener);
        listener.cut();
      } else if (now >= recheckAt && listener.caller.token !== null) {
        this.#all.set(listener, now + recheckMs);
        this.#review([listener]);
      }
    }
  }
}

const keysOf = ({ endpoint: { projectId, environment }, request: { wishes } }: Listener): string[] =>
  wishes.uris.map((uri) => `${projectId} ${environment} ${uri}`);
