// Why: docs/decisions/memory-from-outside.md
/**
 * What a turn added to the memory that the engine does not count, in bytes, from how much the process grew and how much
 * more the engine counts. What the engine has freed the allocator may return or keep: what it keeps looks as if the
 * turn had taken it. So that part is only `possible`, and an isolate is not ended for collecting its own garbage.
 */
export function nativeGrowth(grew: number, counted: number): { certain: number; possible: number } {
  const uncounted = grew - counted;
  const certain = counted < 0 ? Math.min(uncounted, Math.max(0, grew)) : uncounted;
  return { certain, possible: Math.max(0, uncounted - certain) };
}
