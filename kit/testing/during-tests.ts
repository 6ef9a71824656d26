import { after, before } from "node:test";

/**
 * Starts something before the tests of this file or suite, and disposes of it after them if it can be disposed of.
 * @returns an object with the properties of what `start` gave; it is empty until the tests begin, so read it in tests,
 * in hooks, and in the `start` of what begins later
 */
export function duringTests<T extends object>(start: () => Promise<T>): T {
  const started: Partial<AsyncDisposable> = {};
  before(async () => void Object.defineProperties(started, Object.getOwnPropertyDescriptors(await start())));
  after(() => started[Symbol.asyncDispose]?.());
  return started as T;
}
