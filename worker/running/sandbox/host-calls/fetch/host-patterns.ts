/** The parts of a URL that decide. */
type Address = Readonly<Record<"protocol" | "hostname" | "port", string>>;

interface Pattern {
  protocol: "http:" | "https:";
  /** Lower case, without a wildcard's leading `*.`. */
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
 * A sentence for the execution's record: what the author must declare to cover a URL. It mentions if only the scheme or
 * port of a granted host differs.
 */
export function howToGrant(url: Address, hosts: readonly string[]): string {
  const scheme = url.protocol as "http:" | "https:";
  const port = url.port === "" || url.port === defaultPorts[scheme] ? "" : `:${url.port}`;
  const wanted = `${scheme === "http:" ? "http://" : ""}${url.hostname}${port}`;
  const near = hosts.find((text) => {
    const pattern = parsePattern(text);
    if (pattern === undefined) return false;
    return pattern.anySubdomain ? url.hostname.endsWith(`.${pattern.host}`) : url.hostname === pattern.host;
  });
  const hint = near === undefined ? "" : ` "${near}" covers ${covered(near)} only.`;
  return `Add "${wanted}" to \`hosts\` in the Function's permissions, and where the endpoint's policy lists hosts, there too.${hint}`;
}

function covered(text: string): string {
  const { protocol, port } = parsePattern(text)!;
  const usual = port === defaultPorts[protocol];
  return `${protocol === "http:" ? "http" : "https"}${usual ? "" : ` on port ${port}`}`;
}

/**
 * Whether a URL is covered by one of the granted hosts: `api.github.com` (https, port 443), `*.example.com` (any
 * subdomain, not the domain itself), an optional `:port`, an optional `http://`.
 */
export function isGranted(url: Address, hosts: readonly string[]): boolean {
  const port = url.port === "" ? defaultPorts[url.protocol as "http:" | "https:"] : url.port;
  return hosts.some((text) => {
    const pattern = parsePattern(text);
    if (pattern === undefined || pattern.protocol !== url.protocol || pattern.port !== port) return false;
    if (!pattern.anySubdomain) return url.hostname === pattern.host;
    return url.hostname.endsWith(`.${pattern.host}`) && url.hostname.length > pattern.host.length + 1;
  });
}
