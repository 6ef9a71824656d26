/** The known parts of a URL that we compare with a host pattern. Null while the host is unknown. */
export function knownHost(text: string, complete: boolean): { scheme: string; host: string; port: string } | null {
  const match = /^(https?):\/\/(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[^/?#:@]+)(?::(\d+))?(?<end>[/?#]?)/i.exec(text);
  const [, scheme, host, port] = match ?? [];
  if (scheme === undefined || host === undefined || (match?.groups?.["end"] === "" && !complete)) return null;
  const lower = scheme.toLowerCase();
  return { scheme: lower, host: host.toLowerCase(), port: port ?? (lower === "http" ? "80" : "443") };
}

/**
 * Whether a declared host pattern covers the host (docs/functions.md: `api.github.com`, `*.example.com`, optional
 * `:port`, optional `http://`; https is the default). Used only for a warning: the worker decides at each call.
 */
export function hostDeclared(
  hosts: readonly string[],
  wanted: { scheme: string; host: string; port: string },
): boolean {
  return hosts.some((pattern) => {
    const match = /^(?:(https?):\/\/)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/i.exec(pattern);
    const scheme = match?.[1]?.toLowerCase() ?? "https";
    const host = match?.[2]?.toLowerCase() ?? "";
    const port = match?.[3] ?? (scheme === "http" ? "80" : "443");
    if (scheme !== wanted.scheme || port !== wanted.port) return false;
    return host.startsWith("*.") ? wanted.host.endsWith(host.slice(1)) : host === wanted.host;
  });
}
