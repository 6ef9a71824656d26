import type { AppsUrl } from "@ferrule/contract/settings/apps-url.ts";
import { readRuntimePlace } from "@ferrule/contract/runtime-place.ts";
import type { CallRequest } from "../../ground/call.ts";
import type { CallSite } from "./exchange.ts";
import type { RuntimePath } from "./runtime-path.ts";

/**
 * The site of HTTP APIs through which a request came. The gateway names it after it has checked host and path. Null
 * when the request came through the console's origin. A preview is at Development's site.
 */
export function siteOf(
  apps: AppsUrl | null,
  { headers }: CallRequest,
  { prefix, endpoint }: RuntimePath,
): CallSite | null {
  if (apps === null || prefix !== "http" || headers["x-ferrule-apps"] === undefined) return null;
  const [, , named = "", project = ""] = endpoint.split("/");
  const place = readRuntimePlace(named);
  const site = place === null ? null : apps.siteOf(place.environment, project);
  if (place === null || site === null) return null;
  const { hostname, isHttps, isShared } = site;
  const below = isShared || place.preview !== null ? endpoint : null;
  return { ...site, cookies: { hostname, isHttps, below } };
}
