import type { DashboardWindow } from "@ferrule/contract/resources/dashboard.ts";

const minuteMs = 60_000;

/** The steps of a chart's time. `seconds` is the length of the rollups from which they are built. */
interface Steps {
  seconds: 60 | 900;
  stepMs: number;
  steps: number;
  fromMs: number;
}

interface Grain {
  seconds: 60 | 900;
  stepMs: number;
  /** The most steps of a chart. */
  steps: number;
}

const whole: Record<DashboardWindow, Grain> = {
  "1h": { seconds: 60, stepMs: minuteMs, steps: 60 },
  "24h": { seconds: 900, stepMs: 15 * minuteMs, steps: 96 },
  "7d": { seconds: 900, stepMs: 120 * minuteMs, steps: 84 },
};

/** By the time since the first call, the finest grain first. We keep rollups of a minute for three hours. */
const finer: readonly Grain[] = [
  { seconds: 60, stepMs: minuteMs, steps: 60 },
  { seconds: 60, stepMs: 2 * minuteMs, steps: 60 },
  { seconds: 900, stepMs: 15 * minuteMs, steps: 96 },
  { seconds: 900, stepMs: 60 * minuteMs, steps: 96 },
  { seconds: 900, stepMs: 120 * minuteMs, steps: 84 },
];

/** A chart with fewer steps says nothing, so in the first minutes it begins a little before the first call. */
const fewest = 5;

const beginOf = (now: number, stepMs: number, steps: number) => (Math.floor(now / stepMs) - steps + 1) * stepMs;

/**
 * The steps of a window that ends now. If the first call came after the window's start, they begin with that call and
 * are as fine as possible.
 */
export function chooseSteps(window: DashboardWindow, now: number, firstCallAt: number | null): Steps {
  const full = whole[window];
  const fromMs = beginOf(now, full.stepMs, full.steps);
  if (firstCallAt === null || firstCallAt < fromMs) return { ...full, fromMs };
  for (const { seconds, stepMs, steps: most } of finer) {
    if (stepMs > full.stepMs) break;
    const needed = Math.floor(now / stepMs) - Math.floor(firstCallAt / stepMs) + 1;
    if (needed > most) continue;
    const steps = Math.max(needed, fewest);
    return { seconds, stepMs, steps, fromMs: beginOf(now, stepMs, steps) };
  }
  return { ...full, fromMs };
}
