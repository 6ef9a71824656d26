import { Worker } from "node:worker_threads";
import { FairQueue, type Queued } from "@ferrule/kit/turns/fair-queue.ts";
import { LRUCache } from "lru-cache";
import { functionFilename } from "../../executor/isolates/filenames.ts";
import type { LoadedBundle } from "../invocation.ts";

/** Asks the thread for the source places of some positions in a bundle. Lines begin with 1, columns with 0. */
export interface MapRequest {
  digest: string;
  sourceMap: LoadedBundle["sourceMap"];
  positions: (readonly [line: number, column: number])[];
}

/** `source:line:column` for each position; null when unknown. */
export interface MapAnswer {
  places: (string | null)[];
}

interface Task extends Queued {
  request: MapRequest;
  /** Undefined: we gave the request up. */
  settle: (places: MapAnswer["places"] | undefined) => void;
}

const frame = new RegExp(`${functionFilename}:(\\d+):(\\d+)`, "g");
const framesKept = 30;
/**
 * How long a call waits for its stack. One map, including the start of the thread, may take this long; the largest
 * takes 0.6 s.
 */
const usualMs = 3_000;
/** How many calls may wait for their stacks. Beyond that, stacks stay unmapped. */
const mostWaiting = 128;
/** Decoding the largest map takes 300 MB for a moment. */
const heapMb = 512;
/** An idle thread ends, which frees everything that it has decoded. */
const idleMs = 5_000;
/** The most characters of recently found places that we keep. */
const foundLength = 1_048_576;

/** The frames of the Function and its Libraries, with the message. The platform's own are dropped. */
function ownLines(stack: string): string[] {
  let frames = 0;
  return stack.split("\n").filter((line) => {
    if (!/^\s+at /.test(line)) return true;
    return line.includes(functionFilename) && ++frames <= framesKept;
  });
}

/** Decodes source maps in a thread, for one Project after another. */
class MapThread {
  readonly #waiting = new FairQueue<Task>();
  #thread: Worker | undefined;
  #task: Task | undefined;
  #limit: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #longestMs: number;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  ask(holder: string, request: MapRequest): Promise<MapAnswer["places"] | undefined> {
    if (this.#closed || this.#waiting.size >= mostWaiting) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const tooLate = setTimeout(() => {
        this.#waiting.remove(task);
        task.settle(undefined);
      }, this.#longestMs);
      const settle: Task["settle"] = (places) => {
        clearTimeout(tooLate);
        resolve(places);
      };
      const task: Task = { holder, request, settle };
      this.#waiting.add(task);
      this.#advance();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  #advance(): void {
    if (this.#task !== undefined || this.#closed) return;
    this.#task = this.#waiting.next();
    clearTimeout(this.#idle);
    if (this.#task === undefined) {
      this.#idle = setTimeout(() => this.#giveUp(), idleMs).unref();
      return;
    }
    this.#limit = setTimeout(() => this.#giveUp(), this.#longestMs);
    this.#thread ??= this.#start();
    const { request } = this.#task;
    // We copy the bytes, because otherwise the whole buffer behind them would be transferred.
    const sourceMap = typeof request.sourceMap === "string" ? request.sourceMap : new Uint8Array(request.sourceMap);
    const transferred = typeof sourceMap === "string" ? [] : [sourceMap.buffer];
    this.#thread.postMessage({ ...request, sourceMap } satisfies MapRequest, transferred);
  }

  #start(): Worker {
    const thread = new Worker(new URL("./stack-thread.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
      env: {},
    });
    thread.unref();
    thread.on("message", ({ places }: MapAnswer) => this.#thread === thread && this.#settle(places));
    // The thread took too much memory, or could not start.
    thread.on("error", () => this.#thread === thread && this.#giveUp());
    return thread;
  }

  #settle(places: MapAnswer["places"] | undefined): void {
    clearTimeout(this.#limit);
    const task = this.#task;
    this.#task = undefined;
    task?.settle(places);
    this.#advance();
  }

  #giveUp(): void {
    this.#end().catch(() => {});
    if (this.#task !== undefined) this.#settle(undefined);
  }

  async #end(): Promise<void> {
    clearTimeout(this.#limit);
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}

export interface StackMapper {
  /**
   * Translates a guest's stack to places in the Function's own source. Never rejects. The thread serves each `holder`
   * in turn.
   */
  map: (stack: string, bundle: Pick<MapRequest, "digest" | "sourceMap">, holder: string) => Promise<string>;
  close: () => Promise<void>;
}

/**
 * Maps guests' stacks to the Functions' sources. A thread decodes a map and then forgets it. Decoded, a map of 6 MB
 * took 89 MB, and decoding it in the main thread blocked everybody for a quarter of a second. We keep only recently
 * found places.
 */
export function createStackMapper(longestMs = usualMs): StackMapper {
  const thread = new MapThread(longestMs);
  const found = new LRUCache<string, (string | null)[]>({
    maxSize: foundLength,
    sizeCalculation: (places, key) => key.length + places.reduce((sum, place) => sum + (place?.length ?? 4), 0),
  });
  const finding = new Map<string, Promise<MapAnswer["places"] | undefined>>();

  function find(holder: string, request: MapRequest): Promise<MapAnswer["places"] | undefined> {
    const key = `${request.digest} ${request.positions.join(" ")}`;
    const known = found.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const asked =
      finding.get(key) ??
      thread
        .ask(holder, request)
        .then((places) => {
          if (places !== undefined) found.set(key, places);
          return places;
        })
        .finally(() => finding.delete(key));
    finding.set(key, asked);
    return asked;
  }

  return {
    async map(stack, { digest, sourceMap }, holder) {
      const text = ownLines(stack).join("\n");
      const positions = [...text.matchAll(frame)].map(
        ([, line, column]) => [Number(line), Number(column) - 1] as const,
      );
      if (positions.length === 0 || sourceMap.length === 0) return text;
      const places = await find(holder, { digest, sourceMap, positions });
      let at = 0;
      return places === undefined ? text : text.replace(frame, (whole) => places[at++] ?? whole);
    },
    close: () => thread.close(),
  };
}
