/** How much later than its first call a batch's last call may have started: a list looks this far ahead. */
export const longestBatchMs = 60_000;
