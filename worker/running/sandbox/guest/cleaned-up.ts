import { limits } from "./limits.ts";
import { PromiseCtor, promiseResolve, promiseThen } from "./primordials.ts";
import { clearTimeout, setTimeout } from "./timers.ts";

/**
 * Runs the clean-up of a stream and waits for it, but not for long. It ignores a failure, which would help nobody any
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
