/**
 * For a promise that nobody waits for: says what becomes of its failure, so that it never is an unhandled rejection. What
 * `failed` itself throws goes to the process's own policy; see `onStrayErrors`.
 */
export function unwaited(promise: Promise<unknown>, failed: (error: unknown) => void): void {
  promise.catch(failed);
}
