// Why: docs/decisions/gateway-decides-by-host.md
import { readAppsUrl, type AppsSite } from "@ferrule/contract/settings/apps-url.ts";
import { environments } from "@ferrule/contract/states.ts";

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
  /** `/http/production/shop/api` */
  endpointPath: string;
}

function hostnameOf(host: string | undefined): string {
  const named = (host ?? "").trim().toLowerCase().replace(/:\d*$/, "");
  let end = named.length;
  while (named[end - 1] === ".") end -= 1;
  return named.slice(0, end);
}
const endpointPath = /^\/http\/([a-z]+)\/([a-z0-9-]+)\/[a-z0-9-]+(?=\/|$)/;

/** @param appsUrl PUBLIC_APPS_URL. Ports do not count, because browsers send cookies to every port of a host. */
export function appsHost(appsUrl: string, publicUrl: string): AppsHost {
  const apps = readAppsUrl(appsUrl, publicUrl);
  return {
    isNamedBy(host) {
      const hostname = hostnameOf(host);
      return hostname === apps.hostname || (apps.perProject && hostname.endsWith(`.${apps.hostname}`));
    },
    siteOf(host, path) {
      const [found, named, project = ""] = endpointPath.exec(path) ?? [];
      const environment = environments.find((one) => one === named);
      if (found === undefined || environment === undefined) return null;
      const site = apps.siteOf(environment, project);
      return site === null || site.hostname !== hostnameOf(host) ? null : { site, endpointPath: found };
    },
  };
}
