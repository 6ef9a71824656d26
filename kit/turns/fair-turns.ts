// Why: docs/decisions/turns-for-large-input.md
/** The Project and tenant that pay for work. */
export interface Payer {
  projectId: string;
  tenantId: string;
}

/** After a piece of work, everybody else gets this thread for this many times as long, if anybody else calls. */
const usualRestFactor = 4;
const longestRestMs = 400;
/** Others count if their last call came within this time. */
const othersForMs = 1_000;

interface Account {
  /** Milliseconds, but never less than those that waited beside it had spent. */
  spentMs: number;
}

interface TenantAccount extends Account {
  waiting: (() => void)[];
}

interface ProjectAccount extends Account {
  tenants: Map<string, TenantAccount>;
}

const nobody: Payer = { projectId: "", tenantId: "" };
const isSame = (one: Payer, other: Payer) => one.projectId === other.projectId && one.tenantId === other.tenantId;

/** The account that has spent least. */
function least<A extends Account>(accounts: Map<string, A>): [string, A] | undefined {
  let found: [string, A] | undefined;
  for (const one of accounts) if (found === undefined || one[1].spentMs < found[1].spentMs) found = one;
  return found;
}

/**
 * Turns on this thread for long work: reading, checking and masking of large data. One piece runs at a time. The next
 * turn goes to the Project that has spent the least time, and within it to the tenant that has spent the least. After
 * each piece, everything else gets the thread for four times as long as the piece took, unless only the payer calls. So
 * even if many send data that is slow to check, others' small calls slow down by only a fifth.
 */
export class FairTurns {
  readonly #projects = new Map<string, ProjectAccount>();
  #isTaken = false;
  /** The least time that anybody waiting has spent. A newcomer starts with it, and gets no credit for earlier time. */
  #floorMs = 0;
  readonly #restsAlone: boolean;
  readonly #restFactor: number;
  readonly #now: () => number;
  /** The last caller, and the time of the call. */
  #last: Payer = nobody;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** The time of the latest call by a different caller than `#last`. */
  #otherAt = Number.NEGATIVE_INFINITY;

  /** `restsAlone`: it also rests while nobody else calls. `now`: a monotonic clock in milliseconds. */
  constructor({
    restsAlone = false,
    restFactor = usualRestFactor,
    now = () => performance.now(),
  }: { restsAlone?: boolean; restFactor?: number; now?: () => number } = {}) {
    this.#restsAlone = restsAlone;
    this.#restFactor = restFactor;
    this.#now = now;
  }

  /** Notes that a call of this tenant has just come. */
  saw(caller: Payer): void {
    if (!isSame(caller, this.#last)) {
      this.#otherAt = this.#lastAt;
      this.#last = caller;
    }
    this.#lastAt = this.#now();
  }

  /** Runs the work in its payer's turn. The work must be synchronous. Rejects with the work's error. */
  run<T>(payer: Payer, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue(payer, () => {
        const began = this.#now();
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
        this.#charge(payer, this.#now() - began);
      });
    });
  }

  #queue({ projectId, tenantId }: Payer, begin: () => void): void {
    let project = this.#projects.get(projectId);
    if (project === undefined) {
      project = { spentMs: this.#floorMs, tenants: new Map() };
      this.#projects.set(projectId, project);
    }
    let tenant = project.tenants.get(tenantId);
    if (tenant === undefined) {
      tenant = { spentMs: least(project.tenants)?.[1].spentMs ?? 0, waiting: [] };
      project.tenants.set(tenantId, tenant);
    }
    tenant.waiting.push(begin);
    if (!this.#isTaken) this.#next();
  }

  #next(): void {
    const project = least(this.#projects);
    const tenant = project === undefined ? undefined : least(project[1].tenants);
    if (project === undefined || tenant === undefined) {
      this.#isTaken = false;
      return;
    }
    this.#isTaken = true;
    this.#floorMs = project[1].spentMs;
    tenant[1].waiting.shift()?.();
  }

  #charge(payer: Payer, ms: number): void {
    const { projectId, tenantId } = payer;
    const project = this.#projects.get(projectId);
    const tenant = project?.tenants.get(tenantId);
    if (project !== undefined && tenant !== undefined) {
      project.spentMs += ms;
      tenant.spentMs += ms;
    }
    const restMs = this.#isWatched(payer) ? Math.min(ms * this.#restFactor, longestRestMs) : 0;
    const after = () => {
      // We remove the account only now, so that a payer who sends again right after an answer still has it.
      if (tenant?.waiting.length === 0) project?.tenants.delete(tenantId);
      if (project?.tenants.size === 0) this.#projects.delete(projectId);
      this.#next();
    };
    if (restMs >= 1) setTimeout(after, restMs);
    else setImmediate(after);
  }

  #isWatched(payer: Payer): boolean {
    if (this.#restsAlone || this.#projects.size > 1) return true;
    const at = isSame(payer, this.#last) ? this.#otherAt : this.#lastAt;
    return this.#now() - at < othersForMs;
  }
}
