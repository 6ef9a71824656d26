import type { Environment } from "../states.ts";

/** One origin of HTTP APIs, apart from the console's. */
export interface AppsSite {
  origin: string;
  /** Without a port. */
  hostname: string;
  isHttps: boolean;
  /** Whether HTTP APIs of several Projects or environments share it. */
  isShared: boolean;
  /**
   * Whether its pages need an origin of their own, because they could otherwise reach data of others, or of the
   * console.
   */
  isSandboxed: boolean;
}

/** The parts of PUBLIC_APPS_URL. */
export interface AppsUrl {
  /** Lower-case, without the `*.`. */
  hostname: string;
  /** Whether each Project has a host of its own below it, for each environment. */
  perProject: boolean;
  /** The site of a Project's HTTP APIs; null when its slug is too long for a host name. */
  siteOf: (environment: Environment, projectSlug: string) => AppsSite | null;
}

/** RFC 1035, section 2.3.4. */
const longestLabel = 63;
const topOf = (hostname: string) => hostname.split(".").slice(-2).join(".");

/**
 * Whether a page of an HTTP API could set a cookie that the console receives, because both share a parent domain. It
 * compares only the last two labels, so it treats two hosts below `co.uk` as related, which is the safe side.
 */
const areRelated = (apps: string, console: string) => apps.endsWith(`.${console}`) || topOf(apps) === topOf(console);

/** Reads settings that `readRoleSettings` has accepted. */
export function readAppsUrl(appsUrl: string, publicUrl: string): AppsUrl {
  const { protocol, hostname: written, port } = new URL(appsUrl);
  const perProject = written.startsWith("*.");
  const hostname = perProject ? written.slice(2) : written;
  const isSandboxed = !perProject || areRelated(hostname, new URL(publicUrl).hostname);
  const at = (host: string): AppsSite => ({
    origin: `${protocol}//${host}${port === "" ? "" : `:${port}`}`,
    hostname: host,
    isHttps: protocol === "https:",
    isShared: !perProject,
    isSandboxed,
  });
  const shared = at(hostname);
  return {
    hostname,
    perProject,
    siteOf(environment, projectSlug) {
      if (!perProject) return shared;
      // It always contains the environment, so no two pairs of slug and environment get the same label.
      const label = `${projectSlug}-${environment}`;
      return label.length > longestLabel ? null : at(`${label}.${hostname}`);
    },
  };
}

/** Why PUBLIC_APPS_URL conflicts with this PUBLIC_URL, or null: no host may be both, and no cookie may reach both. */
export function appsUrlRefusal(appsUrl: string, publicUrl: string): string | null {
  const own = new URL(publicUrl);
  const { hostname } = readAppsUrl(appsUrl, publicUrl);
  if (hostname === own.hostname) return "must have another host name than PUBLIC_URL; another port is not enough";
  if (own.hostname.endsWith(`.${hostname}`)) {
    return "must not be a host above that of PUBLIC_URL: its cookies would reach the console";
  }
  if (own.protocol === "https:" && !appsUrl.startsWith("https:")) return "must be https, as PUBLIC_URL is";
  return null;
}
