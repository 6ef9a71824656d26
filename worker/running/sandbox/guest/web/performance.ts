import { now } from "../primordials.ts";
import { EventTarget } from "./events/events.ts";
import { defineInterfaces, needToken, platformToken } from "./interface.ts";

let origin = 0;

/** Starts the clock with the call, because the snapshot's own time is meaningless. */
export function beginClock(): void {
  if (origin === 0) origin = now();
}

/** https://w3c.github.io/hr-time. Whole milliseconds are enough to time work, too coarse to time a neighbour. */
export class Performance extends EventTarget {
  #genuine = true;
  constructor(...args: unknown[]) {
    super();
    needToken(args);
  }
  now(): number {
    void this.#genuine;
    return origin === 0 ? 0 : now() - origin;
  }
  get timeOrigin(): number {
    void this.#genuine;
    return origin;
  }
  toJSON(): { timeOrigin: number } {
    void this.#genuine;
    return { timeOrigin: origin };
  }
}
defineInterfaces({ Performance });

export const performance = new Performance(platformToken);
