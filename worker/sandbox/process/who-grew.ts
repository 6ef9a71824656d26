import { memorySlackBytes } from "../limits.ts";

/** A call that is in a long turn, and the resident bytes of its executor before that. */
export interface LongTurn {
  memoryMb: number;
  sinceBytes: number;
}

/**
 * Whose doing it is that an executor is larger than the calls in it may make it; undefined: it is not. A call can only be
 * blamed for what came while it ran: on a crowded machine an innocent one is in a long turn just as well, and what a neighbour
 * that has ended by now took is not given back at once.
 */
export function whoGrew<Turn extends LongTurn>(
  bytes: number,
  floorBytes: number,
  turns: readonly Turn[],
): Turn[] | undefined {
  let allowed = memorySlackBytes;
  for (const { memoryMb } of turns) allowed += memoryMb * 1024 * 1024;
  if (bytes <= floorBytes + allowed) return undefined;
  return turns.filter(
    ({ memoryMb, sinceBytes }) => bytes - sinceBytes > (memorySlackBytes + memoryMb * 1024 * 1024) / 2,
  );
}
