/**
 * The parts of resolv.conf(5) that the engine's resolver lacks: it knows the servers, but resolves only whole names.
 */
export interface ResolvConf {
  search: string[];
  /** A name with at least this many dots is tried unchanged first. */
  ndots: number;
  timeoutMs: number;
  attempts: number;
}

export const resolvPath = "/etc/resolv.conf";
const mostDomains = 6;
const bounded = (text: string | undefined, most: number, usual: number) =>
  text === undefined ? usual : Math.min(most, Number(text));

/** Parses the file. Defaults are the usual ones, except for a shorter wait: 2 s, twice. */
export function parseResolvConf(text: string): ResolvConf {
  let search: string[] = [];
  let options = "";
  for (const line of text.split("\n")) {
    const [key, ...words] = line.trim().split(/\s+/);
    // The last of these counts.
    if (key === "search" || key === "domain") search = words;
    else if (key === "options") options += ` ${words.join(" ")}`;
  }
  const option = (name: string) => new RegExp(`\\s${name}:(\\d{1,6})`).exec(options)?.[1];
  return {
    search: search
      .map((domain) => domain.replace(/\.$/, ""))
      .filter((domain) => domain !== "")
      .slice(0, mostDomains),
    ndots: bounded(option("ndots"), 15, 1),
    timeoutMs: Math.max(1, bounded(option("timeout"), 5, 2)) * 1_000,
    attempts: Math.max(1, bounded(option("attempts"), 3, 2)),
  };
}

/** The whole names to try, in order. A name that ends with a dot is already whole. */
export function namesToAsk(hostname: string, { search, ndots }: Pick<ResolvConf, "search" | "ndots">): string[] {
  if (hostname.endsWith(".")) return [hostname.slice(0, -1)];
  const searched = search.map((domain) => `${hostname}.${domain}`);
  const isFirst = hostname.split(".").length - 1 >= ndots;
  return isFirst ? [hostname, ...searched] : [...searched, hostname];
}
