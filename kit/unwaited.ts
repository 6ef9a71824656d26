/**
 * For a promise that nobody awaits: handles its failure, so that it never becomes an unhandled rejection. An error
 * thrown by `failed` itself goes to the process's own policy; see `onStrayErrors`.
 */
export function unwaited(promise: Promise<unknown>, failed: (error: unknown) => void): void {
  promise.catch(failed);
}
