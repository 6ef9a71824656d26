import type { PreviewAddress } from "@ferrule/contract/resources/preview.ts";
import type { ControlPlaneSettings } from "../../ground/settings.ts";
import type { PreviewEndpoint } from "../../ground/store/tables/previews.ts";
import { originOf } from "../../people/projects/origin-of.ts";

/** Where callers reach the endpoints of a preview, by slug: at Development's origin. */
export const addressesOf = (
  settings: Pick<ControlPlaneSettings, "publicUrl" | "publicAppsUrl">,
  { name, projectSlug }: { name: string; projectSlug: string },
  endpoints: readonly PreviewEndpoint[],
): PreviewAddress[] =>
  endpoints
    .map(({ slug, kind, policy }) => {
      const path = `/${kind}/preview-${name}/${projectSlug}/${slug}`;
      const url = `${originOf(settings, kind, "development", projectSlug)}${path}`;
      return { endpoint: slug, kind, url, path, callerMode: policy.caller.mode };
    })
    .sort((one, other) => (one.endpoint < other.endpoint ? -1 : 1));
