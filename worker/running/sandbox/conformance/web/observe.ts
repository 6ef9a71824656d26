/**
 * One observation of a Web API: an async function that runs in a guest, and the JSON that it must return. If it throws,
 * the JSON is "threw " and the error's name.
 */
export type WebCase = readonly [name: string, observe: () => Promise<unknown>, expected: unknown];

/** A Function that observes one case after another, and returns each result. */
export const observeAll = (cases: readonly WebCase[]) => async () => {
  const results: unknown[] = [];
  for (const [, observe] of cases) {
    const result = await observe().then(
      (value) => value,
      (error: Error | undefined) => `threw ${error?.name}`,
    );
    results.push(result ?? null);
  }
  return results;
};

/** The name of the error that a function throws. */
export const throws = (run: () => unknown): string => {
  try {
    run();
    return "nothing";
  } catch (error) {
    return (error as Error).name;
  }
};

/** The name of the error that rejects a promise. */
export const rejects = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "nothing",
    (error: Error) => error.name,
  );

/** All chunks of a stream. */
export const collect = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const chunk of stream) all.push(chunk);
  return all;
};

export const textOf = (stream: ReadableStream): Promise<string> => new Response(stream).text();
