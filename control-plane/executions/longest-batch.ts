/** How much later than its first call the last call of a batch may have started. A list looks so far ahead for what it shows. */
export const longestBatchMs = 60_000;
