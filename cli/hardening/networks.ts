import { isLocal, listOf, valueOf, type Environment, type Item } from "./finding.ts";

function parse(env: Environment, name: string): URL | null {
  const text = valueOf(env, name);
  return text !== undefined && URL.canParse(text) ? new URL(text) : null;
}

/** The first range that is wider than these prefixes (IPv4, IPv6) allow. */
const wide = (ranges: readonly string[], v4: number, v6: number) =>
  ranges.some((range) => {
    const [address = "", bits] = range.split("/");
    return bits !== undefined && Number(bits) < (address.includes(":") ? v6 : v4);
  });

const metadata = /^(169\.254\.169\.254|fd00:ec2::254|metadata\.google\.internal)(\/|:\d|$)|^169\.254\.0\.0\/16$/;

function checkPrivate(env: Environment, name: string): string | null {
  const allowed = listOf(env, name);
  if (allowed.some((entry) => metadata.test(entry)))
    return `${name} lets Functions ask the cloud's metadata service, which hands out credentials.`;
  return wide(allowed, 16, 48) ? `${name} names a whole network: name the hosts instead, as host:port.` : null;
}

/** The checklist's items about the network. */
export const networkItems: readonly Item[] = [
  {
    id: "public-url",
    readers: ["gateway", "control-plane", "worker", "start"],
    check: (env) =>
      parse(env, "PUBLIC_URL")?.protocol === "https:"
        ? null
        : "PUBLIC_URL is not https: passwords and keys cross the network in clear text.",
  },
  {
    id: "database-tls",
    readers: ["control-plane", "start"],
    check(env) {
      const isOpen = (name: "DATABASE_URL" | "DATABASE_DIRECT_URL") => {
        const url = parse(env, name);
        if (url === null || isLocal(url) || url.searchParams.get("host")?.startsWith("/") === true) return false;
        return url.searchParams.get("sslmode") !== "verify-full";
      };
      const open = (["DATABASE_URL", "DATABASE_DIRECT_URL"] as const).find(isOpen);
      return open === undefined
        ? null
        : `${open} has no sslmode=verify-full: anyone on the network path can read and change everything.`;
    },
  },
  {
    id: "redis-tls",
    readers: ["control-plane"],
    check(env) {
      const url = parse(env, "REDIS_URL");
      if (url === null) return null;
      if (url.password === "") return "REDIS_URL has no password.";
      return url.protocol === "rediss:" || isLocal(url)
        ? null
        : "REDIS_URL is not rediss: caches cross the network in clear text.";
    },
  },
  {
    id: "trusted-proxies",
    readers: ["gateway"],
    check: (env) =>
      wide(listOf(env, "TRUSTED_PROXIES"), 8, 32)
        ? "TRUSTED_PROXIES includes addresses of callers, who could then choose the address that Ferrule sees."
        : null,
  },
  { id: "private-targets", readers: ["worker"], check: (env) => checkPrivate(env, "EGRESS_ALLOW_PRIVATE") },
  { id: "private-databases", readers: ["worker"], check: (env) => checkPrivate(env, "DATABASE_ALLOW_PRIVATE") },
];
