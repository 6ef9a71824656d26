// Why: docs/decisions/bodies-before-the-start.md
/** We read bodies up to this size without asking, because there is always room for one per call. */
export const smallBodyBytes = 1024 * 1024;

export interface BodyRoom {
  /**
   * Requests room for a large body of a Project. It calls `done` once: with a function that gives the room back, or
   * with null if none became free in time.
   */
  take: (projectId: string, bytes: number, done: (giveBack: GiveBack | null) => void) => void;
}

/** Gives back the room beyond `kept` bytes; without a number, all of it. */
export type GiveBack = (kept?: number) => void;

interface Waiting {
  projectId: string;
  bytes: number;
  grant: () => void;
}

/**
 * The memory for all large bodies together; each body counts from when we read it until its call has its response. One
 * Project gets at most half. A body without room waits unread, in order of arrival, for at most `waitMs`.
 */
export function createBodyRoom({ totalBytes, waitMs }: { totalBytes: number; waitMs: number }): BodyRoom {
  const byProject = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let taken = 0;

  const fits = (projectId: string, bytes: number) =>
    taken + bytes <= totalBytes && (byProject.get(projectId) ?? 0) + bytes <= totalBytes / 2;

  function change(projectId: string, bytes: number): void {
    taken += bytes;
    const left = (byProject.get(projectId) ?? 0) + bytes;
    if (left === 0) byProject.delete(projectId);
    else byProject.set(projectId, left);
  }

  function enter(projectId: string, bytes: number): GiveBack {
    change(projectId, bytes);
    let held = bytes;
    return (kept = 0) => {
      if (kept >= held) return;
      change(projectId, kept - held);
      held = kept;
      for (const one of waiting) if (fits(one.projectId, one.bytes)) one.grant();
    };
  }

  return {
    take(projectId, bytes, done) {
      if (fits(projectId, bytes)) return done(enter(projectId, bytes));
      const leave = () => {
        clearTimeout(timer);
        waiting.delete(one);
      };
      const one: Waiting = {
        projectId,
        bytes,
        grant: () => {
          leave();
          done(enter(projectId, bytes));
        },
      };
      const timer = setTimeout(() => {
        leave();
        done(null);
      }, waitMs);
      waiting.add(one);
    },
  };
}
