/** Whether a value has the form of a pattern, in which `*` stands for any characters. Its time is linear in both. */
function hasForm(value: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return value === first;
  if (!value.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = value.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return value.length - last.length >= at && value.endsWith(last);
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;

/** The first claim of a rule that an ID token does not have as the rule wants it; null when it has all. */
export function claimsProblem(wanted: Record<string, string>, claims: Record<string, unknown>): string | null {
  const differing = Object.entries(wanted).find(([name, pattern]) => {
    const value = Object.hasOwn(claims, name) ? textOf(claims[name]) : null;
    return value === null || !hasForm(value, pattern);
  });
  return differing?.[0] ?? null;
}
