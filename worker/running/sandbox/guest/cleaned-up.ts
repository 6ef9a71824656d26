import { limits } from "./limits.ts";
import { PromiseCtor, promiseResolve, promiseThen } from "./primordials.ts";
import { clearTimeout, setTimeout } from "./timers.ts";

/**
 * Runs the cleanup of a stream and waits for it, but not for long. A failure is ignored, because it helps nobody any
 * more.
 */
export const cleanedUp = (clean: () => unknown): Promise<void> =>
  new PromiseCtor((resolve) => {
    const late = setTimeout(() => resolve(), limits.cleanupMs);
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    try {
      void promiseThen(promiseResolve(clean()), done, done);
    } catch {
      done();
    }
  });
