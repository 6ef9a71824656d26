// Why: docs/decisions/memory-from-outside.md
/**
 * How much memory outside the engine's count a turn added, in bytes: the growth of the process minus the growth of the
 * engine's count. When the engine frees memory, the allocator may keep it, which looks as if the turn had taken it. So
 * that part is only `possible`, and we never end an isolate for collecting its own garbage.
 */
export function nativeGrowth(grew: number, counted: number): { certain: number; possible: number } {
  const uncounted = grew - counted;
  const certain = counted < 0 ? Math.min(uncounted, Math.max(0, grew)) : uncounted;
  return { certain, possible: Math.max(0, uncounted - certain) };
}
