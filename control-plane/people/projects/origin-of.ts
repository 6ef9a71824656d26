import { readAppsUrl } from "@ferrule/contract/settings/apps-url.ts";
import type { EndpointKind, Environment } from "@ferrule/contract/states.ts";
import type { ControlPlaneSettings } from "../../ground/settings.ts";

/** The origin at which callers find a Project's endpoints of one kind. */
export function originOf(
  { publicUrl, publicAppsUrl }: Pick<ControlPlaneSettings, "publicUrl" | "publicAppsUrl">,
  kind: EndpointKind,
  environment: Environment,
  projectSlug: string,
): string {
  if (kind !== "http" || publicAppsUrl === undefined) return publicUrl;
  return readAppsUrl(publicAppsUrl, publicUrl).siteOf(environment, projectSlug)?.origin ?? publicUrl;
}
