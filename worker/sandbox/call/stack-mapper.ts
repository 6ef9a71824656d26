import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { LRUCache } from "lru-cache";
import { functionFilename } from "../executor/filenames.ts";

const frame = new RegExp(`${functionFilename}:(\\d+):(\\d+)`, "g");
const framesKept = 30;

/** Returns a function that maps a guest's stack to the Function's own source. Each map is decoded once (25 ms). */
export function createStackMapper() {
  const maps = new LRUCache<string, TraceMap>({ max: 64 });

  function mapOf(digest: string, sourceMap: string): TraceMap | undefined {
    let map = maps.get(digest);
    if (map === undefined && sourceMap !== "") {
      try {
        map = new TraceMap(sourceMap);
        maps.set(digest, map);
      } catch {
        return undefined;
      }
    }
    return map;
  }

  /** Keeps the message and the frames of the Function and its libraries, and drops the platform's own. */
  return (stack: string, digest: string, sourceMap: string): string => {
    const map = mapOf(digest, sourceMap);
    const lines = stack.split("\n");
    const kept: string[] = [];
    let frames = 0;
    for (const line of lines) {
      if (!/^\s+at /.test(line)) {
        kept.push(line);
        continue;
      }
      if (!line.includes(functionFilename) || ++frames > framesKept) continue;
      kept.push(
        line.replace(frame, (whole, row: string, column: string) => {
          if (map === undefined) return whole;
          const found = originalPositionFor(map, { line: Number(row), column: Number(column) - 1 });
          return found.source === null ? whole : `${found.source}:${found.line}:${found.column + 1}`;
        }),
      );
    }
    return kept.join("\n");
  };
}
