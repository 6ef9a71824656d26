/** How much later a batch's last call may have started than its first. A list looks this far ahead. */
export const longestBatchMs = 60_000;
