import type { Call, Guest } from "../call.ts";
import { chargeableMs, shareCpu } from "./cpu-meter.ts";

/** Measures the CPU time of calls. */
export function createCallMeter(guests: ReadonlyMap<number, Guest>) {
  let usedBefore = process.cpuUsage();
  return {
    /** The CPU milliseconds of a call so far. If its isolate is gone, the last known value. */
    measure(call: Call): number {
      const { isolate, openTurns } = call.guest;
      if (isolate.isDisposed) return chargeableMs(call.cpu);
      const countedMs = Number(isolate.cpuTime - call.cpuStart) / 1e6;
      // Between turns, the engine's count is right. During a turn, the count may run ahead of the process's real CPU
      // time.
      if (openTurns === 0) call.cpu = { countedMs, waitedMs: 0 };
      return Math.max(0, countedMs - call.cpu.waitedMs);
    },
    /** Starts the count for a call. */
    begin(call: Call): void {
      if (!call.guest.isolate.isDisposed) call.cpuStart = call.guest.isolate.cpuTime;
      call.cpu = { countedMs: 0, waitedMs: 0 };
    },
    /** Measures all running turns since the last look. Returns the CPU milliseconds of the process since then. */
    look(): number {
      const used = process.cpuUsage(usedBefore);
      usedBefore = process.cpuUsage();
      const counted = [];
      for (const { call, isolate, openTurns } of guests.values()) {
        if (call === undefined || openTurns === 0 || isolate.isDisposed) continue;
        counted.push({ reading: call.cpu, countedMs: Number(isolate.cpuTime - call.cpuStart) / 1e6 });
      }
      const usedMs = (used.user + used.system) / 1_000;
      shareCpu(usedMs, counted);
      return usedMs;
    },
  };
}
