interface Pattern {
  protocol: "http:" | "https:";
  /** Lower case; without the leading `*.` of a wildcard. */
  host: string;
  anySubdomain: boolean;
  port: string;
}

const defaultPorts = { "http:": "80", "https:": "443" } as const;

function parsePattern(text: string): Pattern | undefined {
  const found = /^(?:(https?):\/\/)?(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9.-]+?)(?::([0-9]{1,5}))?$/.exec(text.toLowerCase());
  if (found === null) return undefined;
  const protocol = found[1] === "http" ? "http:" : "https:";
  return { protocol, host: found[3]!, anySubdomain: found[2] !== undefined, port: found[4] ?? defaultPorts[protocol] };
}

/**
 * Whether a URL is covered by one of the granted hosts: `api.github.com` (https, port 443), `*.example.com` (any
 * subdomain, not the domain itself), an optional `:port`, an optional `http://`.
 */
export function isGranted(url: URL, hosts: readonly string[]): boolean {
  const port = url.port === "" ? defaultPorts[url.protocol as "http:" | "https:"] : url.port;
  return hosts.some((text) => {
    const pattern = parsePattern(text);
    if (pattern === undefined || pattern.protocol !== url.protocol || pattern.port !== port) return false;
    if (!pattern.anySubdomain) return url.hostname === pattern.host;
    return url.hostname.endsWith(`.${pattern.host}`) && url.hostname.length > pattern.host.length + 1;
  });
}
