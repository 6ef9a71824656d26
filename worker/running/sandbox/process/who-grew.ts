import { memorySlackBytes } from "../limits.ts";

/** A call in a long turn, and its executor's resident bytes before that turn. */
export interface LongTurn {
  memoryMb: number;
  sinceBytes: number;
}

/**
 * The culprits when an executor is larger than its calls may make it. Undefined: it is not larger. We can only blame a
 * call for growth during its own turn. On a crowded machine an innocent call may be in a long turn too. The memory of a
 * neighbour that has ended is not given back at once.
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
