import type { AppsUrl } from "@ferrule/contract/settings/apps-url.ts";
import { environments } from "@ferrule/contract/states.ts";
import type { CallRequest } from "../../ground/call.ts";
import type { CallSite } from "./exchange.ts";
import type { RuntimePath } from "./runtime-path.ts";

/**
 * The site of HTTP APIs through which a request came. The gateway names it after it has checked host and path. Null
 * when the request came through the console's origin.
 */
export function siteOf(
  apps: AppsUrl | null,
  { headers }: CallRequest,
  { prefix, endpoint }: RuntimePath,
): CallSite | null {
  if (apps === null || prefix !== "http" || headers["x-ferrule-apps"] === undefined) return null;
  const [, , named, project = ""] = endpoint.split("/");
  const environment = environments.find((one) => one === named);
  const site = environment === undefined ? null : apps.siteOf(environment, project);
  if (site === null) return null;
  const { hostname, isHttps, isShared } = site;
  return { ...site, cookies: { hostname, isHttps, below: isShared ? endpoint : null } };
}
