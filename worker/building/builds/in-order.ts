/** Runs things one after another, in the order in which they were given. */
export function createTurns(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** How many results are made ahead of the one that is taken. */
const ahead = 2;

/**
 * Makes a result for each item, and hands them over in the items' order. Making goes on while one is taken, a few items
 * ahead, until `take` returns false. When it rejects, none of its work is still running.
 */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Promise<Result>,
  take: (result: Result, index: number) => Promise<boolean>,
): Promise<void> {
  const made: Promise<Result>[] = [];
  const begin = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    const result = make(item);
    // Whoever takes it gets the failure.
    result.catch(() => undefined);
    made[index] = result;
  };
  try {
    for (let index = 0; index <= ahead; index += 1) begin(index);
    for (const index of items.keys()) {
      const result = await made[index];
      begin(index + ahead + 1);
      if (!(await take(result as Result, index))) break;
    }
  } finally {
    await Promise.allSettled(made);
  }
}
