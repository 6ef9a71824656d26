const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

/**
 * The cookies of a `Cookie` header by name, decoded; if two have the same name, the first one, whose Path is longer
 * (RFC 6265bis).
 */
export function cookiesOf(field: string | undefined): Record<string, string> {
  const cookies = { __proto__: null } as unknown as Record<string, string>;
  for (const pair of (field ?? "").split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at === -1 || name === "" || name in cookies) continue;
    const value = pair.slice(at + 1).trim();
    cookies[name] = decoded(
      value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value,
    );
  }
  return cookies;
}
