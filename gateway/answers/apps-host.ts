// Why: docs/decisions/gateway-decides-by-host.md
import { readAppsUrl, type AppsSite } from "@ferrule/contract/settings/apps-url.ts";
import { readRuntimePlace } from "@ferrule/contract/runtime-place.ts";

/** The hosts of HTTP APIs, which are not the console's. */
export interface AppsHost {
  /** Whether a request names one of them in its `Host`: in any case, with any port, with dots at its end. */
  isNamedBy: (host: string | undefined) => boolean;
  /** The site that serves a path on this host, with the path of its endpoint; null when there is none. */
  siteOf: (host: string | undefined, path: string) => ServedSite | null;
}

/** A site, as one request sees it. */
export interface ServedSite {
  site: AppsSite;
  /**
   * If the endpoint shares the host, the Path of its cookies must be this or below it: `/http/production/shop/api`.
   * Null: any Path. A preview shares Development's host.
   */
  cookiesBelow: string | null;
}

function hostnameOf(host: string | undefined): string {
  const named = (host ?? "").trim().toLowerCase().replace(/:\d*$/, "");
  let end = named.length;
  while (named[end - 1] === ".") end -= 1;
  return named.slice(0, end);
}
const endpointPath = /^\/http\/([a-z0-9-]+)\/([a-z0-9-]+)\/[a-z0-9-]+(?=\/|$)/;

/** @param appsUrl PUBLIC_APPS_URL. Ports do not count, because browsers send cookies to every port of a host. */
export function appsHost(appsUrl: string, publicUrl: string): AppsHost {
  const apps = readAppsUrl(appsUrl, publicUrl);
  return {
    isNamedBy(host) {
      const hostname = hostnameOf(host);
      return hostname === apps.hostname || (apps.perProject && hostname.endsWith(`.${apps.hostname}`));
    },
    siteOf(host, path) {
      const [found, named = "", project = ""] = endpointPath.exec(path) ?? [];
      const place = readRuntimePlace(named);
      if (found === undefined || place === null) return null;
      const site = apps.siteOf(place.environment, project);
      if (site === null || site.hostname !== hostnameOf(host)) return null;
      return { site, cookiesBelow: site.isShared || place.preview !== null ? found : null };
    },
  };
}
