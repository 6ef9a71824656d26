import type { Bounds } from "../bounds.ts";
import { Shares } from "@ferrule/kit/turns/shares.ts";

/** The resource that was missing when calls were refused. */
export type Lacking = "places" | "memory" | "listeners";

/** The endpoint of a path under `/mcp` or `/http`. Workers decode nothing in it either, so an endpoint has one name. */
export function endpointOf(url: string): string {
  let end = 0;
  for (let parts = 0; parts < 4 && end !== -1; parts += 1) end = url.indexOf("/", end + 1);
  const path = end === -1 ? url : url.slice(0, end);
  const query = path.indexOf("?");
  return query === -1 ? path : path.slice(0, query);
}

/** The room for calls in one gateway: places under way, and memory for bodies. Each endpoint has its share of both. */
export class Room {
  /** How many calls were refused. */
  readonly refused: Record<Lacking, number> = { places: 0, memory: 0, listeners: 0 };
  readonly #bounds: Bounds;
  readonly #places = new Shares();
  readonly #listeners = new Shares();
  readonly #bodies = new Shares();
  /** The part of each body beyond its first MiB. */
  readonly #large = new Shares();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Takes a place among all that `upstreams` workers have. */
  takePlace(endpoint: string, upstreams: number): boolean {
    if (this.#places.take(endpoint, 1, this.#bounds.callsPerUpstream * Math.max(1, upstreams))) return true;
    this.refused.places += 1;
    return false;
  }

  givePlace(endpoint: string): void {
    this.#places.give(endpoint, 1);
  }

  /** Takes a place for a stream that stays open and does not count as a call. */
  takeListener(endpoint: string): boolean {
    if (this.#listeners.take(endpoint, 1, this.#bounds.listeners)) return true;
    this.refused.listeners += 1;
    return false;
  }

  giveListener(endpoint: string): void {
    this.#listeners.give(endpoint, 1);
  }

  /** Takes memory for this many more bytes of a body that already has `held` bytes here. */
  hold(endpoint: string, held: number, bytes: number): boolean {
    const { bufferedTotalBytes, bufferedLargeBytes } = this.#bounds;
    const large = this.#beyondSmall(held + bytes) - this.#beyondSmall(held);
    if (this.#bodies.take(endpoint, bytes, bufferedTotalBytes)) {
      if (large === 0 || this.#large.take(endpoint, large, bufferedLargeBytes)) return true;
      this.#bodies.give(endpoint, bytes);
    }
    this.refused.memory += 1;
    return false;
  }

  /** Gives back all memory of a body. */
  release(endpoint: string, held: number): void {
    const large = this.#beyondSmall(held);
    this.#bodies.give(endpoint, held);
    if (large > 0) this.#large.give(endpoint, large);
  }

  #beyondSmall(bytes: number): number {
    return Math.max(0, bytes - this.#bounds.smallBodyBytes);
  }
}
