import { parentPort } from "node:worker_threads";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { LRUCache } from "lru-cache";
import type { MapRequest, MapAnswer } from "./stack-mapper.ts";

/** The size of small maps that stay decoded, in characters. Decoding multiplies a map's size by about fourteen. */
const keptLength = 2 * 1_048_576;
const longestKept = 256 * 1_024;
const longestName = 300;

const kept = new LRUCache<string, TraceMap>({
  maxSize: keptLength,
  maxEntrySize: longestKept,
});

function mapOf({ digest, sourceMap }: MapRequest): TraceMap {
  const known = kept.get(digest);
  if (known !== undefined) return known;
  const map = new TraceMap(typeof sourceMap === "string" ? sourceMap : new TextDecoder().decode(sourceMap));
  if (sourceMap.length <= longestKept) kept.set(digest, map, { size: sourceMap.length + 1 });
  return map;
}

function placesOf(request: MapRequest): MapAnswer["places"] {
  try {
    const map = mapOf(request);
    return request.positions.map(([line, column]) => {
      const found = originalPositionFor(map, { line, column });
      return found.source === null ? null : `${found.source.slice(0, longestName)}:${found.line}:${found.column + 1}`;
    });
  } catch {
    // The map is not valid.
    return request.positions.map(() => null);
  }
}

// The thread that decodes source maps for the worker, one at a time. The worker may end it at any moment.
parentPort?.on("message", (request: MapRequest) => {
  parentPort?.postMessage({ places: placesOf(request) } satisfies MapAnswer, []);
});
