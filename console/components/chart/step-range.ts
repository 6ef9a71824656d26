/** Where a step of a chart begins and ends, RFC 3339. The last step is as long as the first one. */
export function stepRange(times: readonly string[], step: number): [from: string, to: string] {
  const at = times[step] ?? "";
  const [first, second] = [Date.parse(times[0] ?? ""), Date.parse(times[1] ?? "")];
  return [at, times[step + 1] ?? new Date(Date.parse(at) + (second - first || 60_000)).toISOString()];
}
