import { getHeapStatistics } from "node:v8";
import type { Guest } from "../call.ts";
import type { Weight } from "../protocol/messages.ts";
import { nativeGrowth } from "./native-growth.ts";

/** What we know about an isolate's memory. */
interface Weighed {
  /** The engine's count: the heap, other allocations, and buffers. */
  engineBytes: number;
  /** The isolate's CPU time at that moment. */
  at: bigint;
  /** How much this process grew beyond that during its turns, with nothing else running. */
  nativeBytes: number;
  /** The most that it can have grown while others ran or memory was freed, since weighing began. */
  possibleBytes: number;
}

/** Growth that we ignore: fragmentation, and the engine's own caches and compiled code. */
const noiseBytes = 16 * 1024 * 1024;
const reportedBytes = 1024 * 1024;
/** If this many bytes of a call are in transit, its turns grow by the platform's own copies. */
const passingBytes = 1024 * 1024;

const residentBytes = () => process.memoryUsage.rss();

/** The memory that this process's own engine accounts for. */
function ownBytes(): number {
  const { total_physical_size, external_memory, malloced_memory } = getHeapStatistics();
  return total_physical_size + external_memory + malloced_memory;
}

/** Asks the engine. Use it only for an idle isolate; otherwise this thread would wait for it. */
function ask({ isolate }: Guest, weighed: Weighed): number {
  const at = isolate.cpuTime;
  if (weighed.at !== at) {
    const told = isolate.getHeapStatisticsSync();
    weighed.engineBytes = told.total_physical_size + told.malloced_memory + told.externally_allocated_size;
    weighed.at = at;
  }
  return weighed.engineBytes;
}

function weighedIn(known: WeakMap<Guest, Weighed>, guest: Guest): Weighed {
  let weighed = known.get(guest);
  if (weighed === undefined)
    known.set(guest, (weighed = { engineBytes: 0, at: -1n, nativeBytes: 0, possibleBytes: 0 }));
  return weighed;
}

const isIdle = (guest: Guest) => guest.enter !== undefined && guest.openTurns === 0 && !guest.isolate.isDisposed;

const isPassing = ({ call }: Guest) => (call?.askedBytes ?? 0) > passingBytes;

/**
 * Finds the isolates that take memory which the engine does not count (formatters and segmenters use the process's own
 * memory). The worker turns the scales on when the process has grown without explanation. Then turns run one at a time
 * as far as possible, and we compare the process's growth during a turn with the engine's count. Off, the scales cost
 * nothing. On, they cost a fifth of a millisecond more per turn.
 */
export function createScales(guests: ReadonlyMap<number, Guest>) {
  const known = new WeakMap<Guest, Weighed>();
  const of = (guest: Guest) => weighedIn(known, guest);
  const ownAtStart = ownBytes();
  const residentAtStart = residentBytes();
  let isOn = false;
  let begun = 0;
  /** The memory that ended isolates took. The allocator returns hardly any of it. */
  let leftBytes = 0;

  /** Memory of this process that no engine counts, whichever Function took it. */
  function unexplainedBytes(): number {
    let bytes = residentBytes() - residentAtStart - (ownBytes() - ownAtStart);
    for (const guest of guests.values()) bytes -= of(guest).engineBytes;
    return bytes;
  }

  return {
    get isOn(): boolean {
      return isOn;
    },
    turn(on: boolean): void {
      if (on && !isOn) for (const guest of guests.values()) of(guest).possibleBytes = 0;
      isOn = on;
    },
    /**
     * Runs a turn of an isolate and weighs it. `isAlone`: nothing else runs when it begins. Returns whether the isolate
     * now exceeds its limit, including memory that the engine does not count.
     */
    async during(guest: Guest, isAlone: boolean, run: () => Promise<unknown>): Promise<boolean> {
      const weighed = of(guest);
      const mark = ++begun;
      const isClear = isAlone && isIdle(guest) && !isPassing(guest);
      const engineBefore = isClear ? ask(guest, weighed) + ownBytes() : undefined;
      const before = residentBytes();
      await run();
      const grew = residentBytes() - before;
      if (engineBefore === undefined || mark !== begun || !isIdle(guest) || isPassing(guest)) {
        weighed.possibleBytes += Math.max(0, grew);
        return false;
      }
      const counted = ask(guest, weighed) + ownBytes() - engineBefore;
      // Memory that was freed between turns belongs to nobody, and nobody can hold more memory than there is.
      const { certain, possible } = nativeGrowth(grew, counted);
      weighed.nativeBytes = Math.max(0, Math.min(weighed.nativeBytes + certain, unexplainedBytes()));
      weighed.possibleBytes += possible;
      const { engineBytes, nativeBytes } = weighed;
      return nativeBytes > noiseBytes && engineBytes + nativeBytes > guest.memoryBytes + noiseBytes;
    },
    /** Call it when an isolate is gone. */
    forget(guest: Guest): void {
      leftBytes += known.get(guest)?.nativeBytes ?? 0;
      known.delete(guest);
    },
    /** The memory that all isolates account for, by their current or last known weight. */
    weigh(heavy: number[]): Weight {
      let bytes = ownBytes() - ownAtStart + leftBytes;
      const possible: [number, number][] = [];
      for (const guest of guests.values()) {
        if (isIdle(guest)) ask(guest, of(guest));
        const { engineBytes, nativeBytes, possibleBytes } = of(guest);
        bytes += engineBytes + nativeBytes;
        if (possibleBytes > reportedBytes) possible.push([guest.id, possibleBytes]);
      }
      return { bytes, possible, heavy };
    },
  };
}
