import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { join } from "node:path";

export const hostsPath =
  process.platform === "win32"
    ? join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "drivers", "etc", "hosts")
    : "/etc/hosts";

/** The addresses in a hosts file (hosts(5)), by lower-case name. */
export function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      const known = hosts.get(key) ?? [];
      if (!known.some((one) => one.address === address)) known.push({ address, family });
      hosts.set(key, known);
    }
  }
  return hosts;
}
