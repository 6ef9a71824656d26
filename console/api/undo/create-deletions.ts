import { createStore, type Store } from "../store.ts";

/** How long a deletion can be undone, in milliseconds. */
export const undoMs = 10_000;

/** Something that is deleted unless the user undoes it in time. */
export interface Deletion {
  /** The id of the thing. No list shows it until the deletion is over. */
  id: string;
  /** The path of the page that offers Undo: leaving that page sends the deletion. */
  path: string;
  /** Deletes it, and reads again what shows it. */
  send: () => Promise<unknown>;
  /** Called when it can no longer be undone: it was undone, or is being sent. */
  onEnd: () => void;
  /** Called when it was refused. The lists show the thing again. */
  onRefused: (error: Error) => void;
}

/** The deletions that can still be undone, and what they hide. */
export interface Deletions {
  /** The ids of what is being deleted. */
  gone: Store<ReadonlySet<string>>;
  add: (deletion: Deletion) => void;
  undo: (id: string) => void;
  /** Sends everything that can still be undone, and waits until the server has answered. It never fails. */
  settle: () => Promise<void>;
  /** Sends what was offered on other pages than this one. */
  leave: (path: string) => void;
}

interface Waiting {
  deletion: Deletion;
  timer: ReturnType<typeof setTimeout>;
}

/** Creates the memory of a tab's deletions. */
export function createDeletions(): Deletions {
  const gone = createStore<ReadonlySet<string>>(new Set());
  const waiting = new Map<string, Waiting>();
  const sent = new Set<Promise<void>>();
  const showAgain = (id: string) => gone.set(new Set([...gone.get()].filter((each) => each !== id)));

  /** Ends the time of a deletion. Returns it if it was not over yet. */
  const end = (id: string): Deletion | undefined => {
    const { deletion, timer } = waiting.get(id) ?? {};
    clearTimeout(timer);
    waiting.delete(id);
    deletion?.onEnd();
    return deletion;
  };

  async function carryOut({ id, send, onRefused }: Deletion): Promise<void> {
    try {
      await send();
    } catch (error) {
      onRefused(error instanceof Error ? error : new Error(String(error)));
    } finally {
      // Otherwise it would hide another thing of the same name later.
      showAgain(id);
    }
  }

  const send = (id: string) => {
    const deletion = end(id);
    if (deletion === undefined) return;
    const answer = carryOut(deletion).finally(() => sent.delete(answer));
    sent.add(answer);
  };

  return {
    gone,
    add(deletion) {
      const { id } = deletion;
      waiting.set(id, { deletion, timer: setTimeout(() => send(id), undoMs) });
      gone.set(new Set([...gone.get(), id]));
    },
    undo(id) {
      if (end(id) !== undefined) showAgain(id);
    },
    async settle() {
      for (const id of waiting.keys()) send(id);
      await Promise.all(sent);
    },
    leave(path) {
      for (const [id, { deletion }] of waiting) if (deletion.path !== path) send(id);
    },
  };
}
