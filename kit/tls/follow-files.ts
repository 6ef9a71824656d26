import type { Log } from "../log.ts";
import { unwaited } from "../unwaited.ts";

/** What files hold, and what became of their newer content. */
export interface Followed<T> extends Disposable {
  readonly current: T;
  /** Whether the files now hold something that could not be taken. */
  readonly refused: boolean;
}

/** How often files are looked at. */
const usualCheckMs = 10_000;

export interface FollowOptions<T> {
  /** How often the files are looked at; default: every ten seconds. */
  everyMs?: number | undefined;
  log: Log;
  /** Called with each new content before it is `current`. */
  onChange?: (next: T) => void;
}

interface FollowedFiles<T> extends FollowOptions<T> {
  /** What it is, for the log: `certificate`. */
  name: string;
  read: () => Promise<T>;
  /** Whether what was found is new. Throws where it must not come in place of the present content. */
  isNew: (found: T, current: T) => boolean;
  /** What the log says beside that it was replaced. */
  details?: (found: T) => object;
}

/**
 * Reads files, and reads them again every `everyMs`: links are followed, as mounted secrets are links that are exchanged. What
 * cannot be taken changes nothing, and the log says once why.
 * @throws what `read` throws, when there is nothing to begin with
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
      // While several files are being written they do not match; what stays wrong is said once.
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
