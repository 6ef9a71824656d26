import { FairQueue, type Queued } from "@ferrule/kit/turns/fair-queue.ts";
import { soloExecutors, soloOfProject, soloOfTenant, soloOpenToAll } from "../limits.ts";

/** The owner of a Function that runs in an executor of its own. */
export interface SoloOwner {
  project: string;
  tenant: string;
}

/** A request that waits for a separate executor. */
export interface SoloPlace extends Queued {
  owner: SoloOwner;
}

/** An executor that one Function has to itself. */
export interface SoloHeld {
  owner: SoloOwner;
  /** Nothing runs in it, so it may be ended to make room. */
  isIdle: boolean;
}

/** Whether this owner may have one more, besides those in use. */
function fits({ project, tenant }: SoloOwner, held: readonly SoloHeld[]): boolean {
  const ofProject = held.filter(({ owner }) => owner.project === project);
  const ofTenant = ofProject.filter(({ owner }) => owner.tenant === tenant);
  // The last ones are reserved for Projects that have none.
  const most = ofProject.length === 0 ? soloExecutors : soloOpenToAll;
  return held.length < most && ofProject.length < soloOfProject && ofTenant.length < soloOfTenant;
}

/**
 * Decides who may have an executor for a single Function, because there are few. A Project gets at most a share of
 * them, and a tenant a share of its Project's. So offenders that sleep in theirs block nobody else. Waiting Projects
 * take turns.
 */
export class SoloPlaces {
  readonly #waiting = new FairQueue<SoloPlace>();

  /** Starts waiting for a place. Pass the result to `mayTake` and `leave`. */
  wait(owner: SoloOwner): SoloPlace {
    const waiting = { holder: owner.project, owner };
    this.#waiting.add(waiting);
    return waiting;
  }

  /** Stops waiting. */
  leave(waiting: SoloPlace): void {
    this.#waiting.remove(waiting);
  }

  /** Takes the place, and ends its Project's turn. */
  take(waiting: SoloPlace): void {
    if (this.#waiting.next((one) => one === waiting) === undefined) this.leave(waiting);
  }

  /**
   * Whether it is this request's turn. `end`: the idle executor to end for it; undefined when there is room. Undefined:
   * it has to wait.
   */
  mayTake<Held extends SoloHeld>(waiting: SoloPlace, held: readonly Held[]): { end: Held | undefined } | undefined {
    const busy = held.filter(({ isIdle }) => !isIdle);
    // Idle executors count as free.
    if (this.#waiting.peek(({ owner }) => fits(owner, busy)) !== waiting) return undefined;
    if (fits(waiting.owner, held)) return { end: undefined };
    const idle = held.filter(({ isIdle }) => isIdle);
    const { project } = waiting.owner;
    return { end: idle.find(({ owner }) => owner.project === project) ?? idle[0] };
  }
}
