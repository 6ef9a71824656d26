import { FairQueue, type Queued } from "@ferrule/kit/fair-queue.ts";
import { soloExecutors, soloOfProject, soloOfTenant, soloOpenToAll } from "../limits.ts";

/** Whose Function is to run in an executor of its own. */
export interface SoloOwner {
  project: string;
  tenant: string;
}

/** What waits for an executor of its own. */
export interface SoloPlace extends Queued {
  owner: SoloOwner;
}

/** An executor that a Function has to itself. */
export interface SoloHeld {
  owner: SoloOwner;
  /** Nothing runs in it: it may be ended to make room. */
  isIdle: boolean;
}

/** Whether one more fits, for this owner, beside those that are held. */
function fits({ project, tenant }: SoloOwner, held: readonly SoloHeld[]): boolean {
  const ofProject = held.filter(({ owner }) => owner.project === project);
  const ofTenant = ofProject.filter(({ owner }) => owner.tenant === tenant);
  // The last ones are for Projects that have none.
  const most = ofProject.length === 0 ? soloExecutors : soloOpenToAll;
  return held.length < most && ofProject.length < soloOfProject && ofTenant.length < soloOfTenant;
}

/**
 * Who may have an executor for one Function alone: they are few. A Project has at most a share of them, and a tenant a
 * share of its Project's, so that offenders that sleep in theirs hold up nobody else's; those that wait have their turns
 * by Project.
 */
export class SoloPlaces {
  readonly #waiting = new FairQueue<SoloPlace>();

  /** Begins to wait for a place. What it answers is handed to `mayTake` and `leave`. */
  wait(owner: SoloOwner): SoloPlace {
    const waiting = { holder: owner.project, owner };
    this.#waiting.add(waiting);
    return waiting;
  }

  /** Has what it waited for, or waits no more. */
  leave(waiting: SoloPlace): void {
    this.#waiting.remove(waiting);
  }

  /** Takes its place, and ends the turn of its Project. */
  take(waiting: SoloPlace): void {
    if (this.#waiting.next((one) => one === waiting) === undefined) this.leave(waiting);
  }

  /**
   * Whether it is this one's turn. `end`: which idle one has to go for it; undefined where there is room.
   * Undefined: it has to wait on.
   */
  mayTake<Held extends SoloHeld>(waiting: SoloPlace, held: readonly Held[]): { end: Held | undefined } | undefined {
    const busy = held.filter(({ isIdle }) => !isIdle);
    // What is idle is as good as free.
    if (this.#waiting.peek(({ owner }) => fits(owner, busy)) !== waiting) return undefined;
    if (fits(waiting.owner, held)) return { end: undefined };
    const idle = held.filter(({ isIdle }) => isIdle);
    const { project } = waiting.owner;
    return { end: idle.find(({ owner }) => owner.project === project) ?? idle[0] };
  }
}
