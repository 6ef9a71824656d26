import type { Call, Guest } from "./call.ts";
import { chargeableMs, shareCpu } from "./cpu-meter.ts";

/** Measures what calls use of the processors. */
export function createCallMeter(guests: ReadonlyMap<number, Guest>) {
  let usedBefore = process.cpuUsage();
  return {
    /** CPU milliseconds of a call so far; what was last known where its isolate has gone. */
    measure(call: Call): number {
      const { isolate, openTurns } = call.guest;
      if (isolate.isDisposed) return chargeableMs(call.cpu);
      const countedMs = Number(isolate.cpuTime - call.cpuStart) / 1e6;
      // Between turns the engine's count is right; during one it may run ahead of what the process has used since.
      if (openTurns === 0) call.cpu = { countedMs, waitedMs: 0 };
      return Math.max(0, countedMs - call.cpu.waitedMs);
    },
    /** Counts for a call from now on. */
    begin(call: Call): void {
      if (!call.guest.isolate.isDisposed) call.cpuStart = call.guest.isolate.cpuTime;
      call.cpu = { countedMs: 0, waitedMs: 0 };
    },
    /** Looks at all running turns: what each has used since the last look. Answers what the process has, in milliseconds. */
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
