/** One check on real servers; its run rejects with the problem, and may return a measurement. */
export interface Check {
  name: string;
  run: () => Promise<string | undefined>;
}

/** Runs checks one after another, prints how each ended, and counts them. */
export async function runChecks(checks: readonly Check[], say: (line: string) => void) {
  const counts = { passed: 0, failed: 0 };
  for (const { name, run } of checks) {
    try {
      const measured = await run();
      counts.passed += 1;
      say(`ok      ${name}${measured === undefined ? "" : `: ${measured}`}`);
    } catch (error) {
      counts.failed += 1;
      say(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return counts;
}
