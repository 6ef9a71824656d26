interface Asking {
  name: string;
  permissions: { secrets: readonly string[] };
}

/** The secrets that drafts declare and an environment does not have, by name, each with the Functions that ask for it. */
export function missingNames(
  functions: readonly Asking[],
  present: ReadonlySet<string>,
): { name: string; functions: string[] }[] {
  const missing = new Map<string, string[]>();
  for (const { name, permissions } of functions) {
    for (const secret of permissions.secrets) {
      if (!present.has(secret)) missing.set(secret, [...(missing.get(secret) ?? []), name]);
    }
  }
  return [...missing]
    .map(([name, names]) => ({ name, functions: names.toSorted() }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
