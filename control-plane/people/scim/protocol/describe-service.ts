import type { App } from "../../../ground/app.ts";
import { limits } from "../limits.ts";
import { scimUrl } from "../scim-token.ts";
import { urns } from "../urns.ts";
import { schemas } from "./schemas.ts";

/** The features that we offer (RFC 7643, section 5). */
export const serviceConfig = (app: App) => ({
  schemas: [urns.config],
  documentationUri: `${app.settings.publicUrl}/docs/company-sign-in`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: limits.listedUsers },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A SCIM token from Settings → Sign-in, sent as Authorization: Bearer",
      specUri: "https://www.rfc-editor.org/rfc/rfc6750",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${scimUrl(app)}/ServiceProviderConfig` },
});

/** The two kinds of resources (RFC 7643, section 6). */
export const resourceTypes = (app: App) =>
  (["User", "Group"] as const).map((name) => ({
    schemas: [urns.resourceType],
    id: name,
    name,
    endpoint: `/${name}s`,
    description: name === "User" ? "A user of the console" : "A group that may give a role",
    schema: name === "User" ? urns.user : urns.group,
    meta: { resourceType: "ResourceType", location: `${scimUrl(app)}/ResourceTypes/${name}` },
  }));

export const describedSchemas = (app: App) =>
  schemas.map((one) => ({ ...one, meta: { resourceType: "Schema", location: `${scimUrl(app)}/Schemas/${one.id}` } }));
