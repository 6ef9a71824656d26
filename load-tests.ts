import hooks, { type AsyncHook, type HookCallbacks } from "node:async_hooks";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Loads test files into this process, each in a suite of its own. Until the last one is loaded the runner follows every
 * promise, as it always does, to know in which suite a test is written. From then on it need not: that makes an `await`
 * forty times as dear, and the rules of all operations a sixth. A stray error still fails the process, with no test named.
 */
export async function loadTests(root: string, files: readonly string[]): Promise<void> {
  let following: AsyncHook | undefined;
  const { createHook } = hooks;
  // The runner takes this function when it is loaded, and calls it once.
  hooks.createHook = (callbacks: HookCallbacks) => (following = createHook(callbacks));
  const { describe } = await import("node:test");
  hooks.createHook = createHook;
  const load = async (file: string) => void (await import(pathToFileURL(file).href));
  const suites = files.map((file) => {
    const loaded = Promise.withResolvers<void>();
    describe(relative(root, file), () => load(file).finally(loaded.resolve)).catch(loaded.reject);
    return loaded.promise;
  });
  await Promise.all(suites);
  following?.disable();
}
