import type { Log } from "../log.ts";
import { unwaited } from "../unwaited.ts";

/** The content of files, and the outcome of reading newer content. */
export interface Followed<T> extends Disposable {
  readonly current: T;
  /** Whether the files now hold content that we could not accept. */
  readonly refused: boolean;
}

/** How often we look at the files. */
const usualCheckMs = 10_000;

export interface FollowOptions<T> {
  /** How often we look at the files; default: every ten seconds. */
  everyMs?: number | undefined;
  log: Log;
  /** Called with each new content before it becomes `current`. */
  onChange?: (next: T) => void;
}

interface FollowedFiles<T> extends FollowOptions<T> {
  /** The name of the content in the log: `certificate`. */
  name: string;
  read: () => Promise<T>;
  /** Whether the content is new. Throws if it must not replace the present content. */
  isNew: (found: T, current: T) => boolean;
  /** Further fields for the log entry about a replacement. */
  details?: (found: T) => object;
}

/**
 * Reads files, and reads them again every `everyMs`. It follows links, because mounted secrets are links whose target
 * changes. It ignores content that it cannot accept, and logs the reason once.
 * @throws the error of `read`, when there is nothing to begin with
 */
export async function followFiles<T>(followed: FollowedFiles<T>): Promise<Followed<T>> {
  const { everyMs = usualCheckMs, log, name } = followed;
  let current = await followed.read();
  let refusal: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    try {
      const found = await followed.read();
      const isNew = followed.isNew(found, current);
      refusal = undefined;
      if (isStopped || !isNew) return;
      followed.onChange?.(found);
      current = found;
      log.info(followed.details?.(found) ?? {}, `the ${name} was replaced`);
    } catch (error) {
      const { message } = error as Error;
      // While somebody is still writing several files, they do not match for a moment. A lasting problem is logged
      // once.
      if (message !== refusal) log.error({ err: error }, `the new ${name} is refused; the old one stays in use`);
      refusal = message;
    }
  };
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => unwaited(look().finally(schedule), () => undefined), everyMs).unref();
  };
  schedule();
  return {
    get current() {
      return current;
    },
    get refused() {
      return refusal !== undefined;
    },
    [Symbol.dispose]() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
