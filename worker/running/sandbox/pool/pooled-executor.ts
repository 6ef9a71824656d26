import { RenewedMap } from "@ferrule/kit/renewed-map.ts";
import { RenewedSet } from "@ferrule/kit/renewed-set.ts";
import type { ExecutorProcess } from "../process/executor-process.ts";
import type { PooledExecutor } from "../placement.ts";
import { newWeighing } from "./weighing.ts";

/** An executor that was just started. It is the spare until it joins a group. */
export const newPooledExecutor = (process: ExecutorProcess): PooledExecutor => ({
  process,
  group: "",
  owner: undefined,
  ready: false,
  stood: false,
  entered: false,
  attempts: new RenewedMap(),
  reserved: 0,
  isolates: new Map(),
  ended: new Map(),
  idle: new RenewedSet(),
  busy: new Map(),
  open: 0,
  weighing: newWeighing(),
  spareBytes: 0,
  floorBytes: 0,
  pulseBytes: 0,
  tainted: false,
  startedAt: performance.now(),
  silentPulses: 0,
  heardAtMs: 0,
  lastUsedAt: performance.now(),
  retiring: false,
  lost: false,
});
