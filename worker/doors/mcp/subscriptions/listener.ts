import type { IncomingHttpHeaders } from "node:http";
import type { ServedEndpoint } from "../../../deployed/endpoints/served/served-endpoint.ts";
import type { CallResponse } from "../../../ground/call.ts";
import type { Authenticated } from "../../serving/credential.ts";
import type { IdText } from "../transport/json-rpc.ts";
import type { ListKind, View } from "../transport/method.ts";
import { ended, keepAlive, listChanged, resourceUpdated } from "./messages.ts";
import type { Seen } from "./seen-by.ts";
import type { WishedChanges } from "./wished-changes.ts";

/** How long a stream may be silent: shorter than proxies' idle timeouts, of which some are 30 s. Milliseconds. */
const [shortestQuietMs, longestQuietMs] = [12_000, 24_000];
/** How long a client may leave its stream unread. */
const mostBlockedMs = 30_000;

/** The request of a listener: what is needed to decide again whether its caller may still listen. */
export interface ListenerRequest {
  id: IdText;
  /** The path of the endpoint. */
  path: string;
  /** The headers with its credential. */
  credential: IncomingHttpHeaders;
  address: string | undefined;
  origin: string | undefined;
  /** The changes that it hears of. */
  wishes: WishedChanges;
  /** The holder of its share, and of its part of that. */
  projectId: string;
  callerName: string;
}

/** What a listener knows: what its caller sees, and the versions of the resources that it follows, in their order. */
export interface ListenerState extends Pick<View, "endpoint" | "caller"> {
  seen: Seen;
  versions: readonly (string | null)[];
}

/**
 * One open `subscriptions/listen`. While its client does not read, it only notes what has changed: each list, and each
 * URI, once.
 */
export class Listener {
  readonly request: ListenerRequest;
  #state: ListenerState;
  readonly #response: CallResponse;
  #lists = new Set<ListKind>();
  #uris: Set<string> | null = null;
  /** `performance.now()`. */
  #silentUntil = 0;
  #blockedAt: number | null = null;

  constructor(request: ListenerRequest, response: CallResponse, state: ListenerState) {
    this.request = request;
    this.#response = response;
    this.#state = state;
  }

  get endpoint(): ServedEndpoint {
    return this.#state.endpoint;
  }

  get caller(): Authenticated {
    return this.#state.caller;
  }

  /** The end of its credential, in epoch milliseconds. */
  get endsAt(): number {
    const { key, token } = this.caller;
    return Math.min(key?.opensUntil ?? Number.POSITIVE_INFINITY, token?.expiresAt ?? Number.POSITIVE_INFINITY);
  }

  /** Takes what the caller sees now. Returns whether there is something to tell. */
  sees(state: ListenerState): boolean {
    const { lists, uris } = this.request.wishes;
    const { seen, versions } = this.#state;
    for (const kind of lists) if (seen[kind] !== state.seen[kind]) this.#lists.add(kind);
    for (const [at, uri] of uris.entries()) {
      const version = state.versions[at] ?? null;
      if (version !== null && version !== versions[at]) this.updated(uri);
    }
    this.#state = state;
    return this.#lists.size > 0 || this.#uris !== null;
  }

  /** Notes that a resource has changed. */
  updated(uri: string): void {
    (this.#uris ??= new Set()).add(uri);
  }

  /** Tells everything that it has noted, unless its client does not read. */
  tell(): void {
    if (this.#blockedAt !== null) return;
    const { id } = this.request;
    const lists = [...this.#lists].map((kind) => listChanged(id, kind));
    const uris = [...(this.#uris ?? [])].map((uri) => resourceUpdated(id, uri));
    this.#lists.clear();
    this.#uris = null;
    if (lists.length + uris.length > 0) this.write(lists.join("") + uris.join(""));
  }

  write(text: string): void {
    this.#silentUntil = performance.now() + shortestQuietMs + Math.random() * (longestQuietMs - shortestQuietMs);
    if (this.#response.write(text) || this.#response.destroyed) return;
    this.#blockedAt = performance.now();
    this.#response.once("drain", () => {
      this.#blockedAt = null;
      this.tell();
    });
  }

  /** Keeps a silent stream alive. False: its client has not read for too long. */
  isAlive(now: number): boolean {
    if (this.#blockedAt !== null) return now - this.#blockedAt < mostBlockedMs;
    if (now >= this.#silentUntil) this.write(keepAlive);
    return true;
  }

  end(): void {
    this.#response.end(ended(this.request.id));
  }

  cut(): void {
    this.#response.destroy();
  }
}
