import { LRUCache } from "lru-cache";
import type { Invocation, LoadedBundle } from "./invocation.ts";

/** Bundles by digest, up to 128 MB. Each is loaded once, however many calls wait for it. */
export function createCodeCache() {
  const loaded = new LRUCache<string, LoadedBundle>({
    maxSize: 128 * 1024 * 1024,
    sizeCalculation: ({ code, sourceMap }) => 1 + code.length + sourceMap.length,
  });
  const loading = new Map<string, Promise<LoadedBundle>>();
  return (bundle: Invocation["bundle"]): Promise<LoadedBundle> => {
    const held = loaded.get(bundle.digest);
    if (held !== undefined) return Promise.resolve(held);
    let load = loading.get(bundle.digest);
    if (load === undefined) {
      load = bundle
        .load()
        .then((code) => {
          loaded.set(bundle.digest, code);
          return code;
        })
        .finally(() => loading.delete(bundle.digest));
      loading.set(bundle.digest, load);
    }
    return load;
  };
}
