const dayMs = 86_400_000;

/** Where each day in UTC begins, from one to the other, both included, RFC 3339. @param from, to days like 2026-11-21 */
export function daysBetween(from: string, to: string): string[] {
  const first = Date.parse(`${from}T00:00:00.000Z`);
  const many = Math.round((Date.parse(`${to}T00:00:00.000Z`) - first) / dayMs) + 1;
  return Array.from({ length: Math.max(0, many) }, (_, day) => new Date(first + day * dayMs).toISOString());
}
