/** How long this thread has worked since then, in milliseconds. Other load on the machine does not count. */
export function workedMs(since: ReturnType<typeof process.threadCpuUsage>): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}
