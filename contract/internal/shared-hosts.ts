interface HostPattern {
  scheme: string;
  wildcard: boolean;
  host: string;
  port: number;
}

const form = /^(?:(https?):\/\/)?(\*\.)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/;

function read(text: string): HostPattern | null {
  const match = form.exec(text.toLowerCase());
  if (match?.[3] === undefined) return null;
  const scheme = match[1] ?? "https";
  const port = match[4] === undefined ? (scheme === "http" ? 80 : 443) : Number(match[4]);
  return { scheme, wildcard: match[2] !== undefined, host: match[3], port };
}

/** `*.example.com` covers `api.example.com`, `*.eu.example.com` and itself, but not `example.com`. */
function covers(wide: HostPattern, narrow: HostPattern): boolean {
  if (wide.scheme !== narrow.scheme || wide.port !== narrow.port) return false;
  if (wide.host === narrow.host) return wide.wildcard === narrow.wildcard;
  return wide.wildcard && narrow.host.endsWith(`.${wide.host}`);
}

/**
 * The host patterns (functions.md, Egress) for the hosts in both lists. If two patterns overlap, one covers the other,
 * and the narrower one is their common part. In the order of `declared`, without repetitions.
 */
export function sharedHosts(declared: readonly string[], granted: readonly string[]): string[] {
  const shared = new Set<string>();
  const allowed = granted.flatMap((text) => ({ text, pattern: read(text) }));
  for (const text of declared) {
    const pattern = read(text);
    for (const other of allowed) {
      if (!pattern || !other.pattern) continue;
      if (covers(other.pattern, pattern)) shared.add(text);
      else if (covers(pattern, other.pattern)) shared.add(other.text);
    }
  }
  return [...shared];
}
