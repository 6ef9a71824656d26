/**
 * A route of SCIM 2.0 as data. Its form is that of RFC 7643 and RFC 7644, errors included, so it is not one of the
 * management API's operations.
 */
export interface ScimRoute {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/api/scim/v2/${string}`;
  summary: string;
  /**
   * A token of a provider's SCIM client, and nothing else. The routes read no cookie, so nothing can be forged across
   * sites.
   */
  session: "scim-token";
  /** Action of the audit event, written in the transaction of its change; null for none. */
  audit: string | null;
}

const base = "/api/scim/v2";
const route = (method: ScimRoute["method"], path: string, audit: string | null, summary: string): ScimRoute => ({
  method,
  path: `${base}/${path}`,
  summary,
  session: "scim-token",
  audit,
});

/** Every route that a provider's SCIM client calls, at the origin of PUBLIC_URL. */
export const scimRoutes = {
  getConfig: route("GET", "ServiceProviderConfig", null, "What is offered (RFC 7643, section 5)"),
  listResourceTypes: route("GET", "ResourceTypes", null, "Users and groups (RFC 7643, section 6)"),
  getResourceType: route("GET", "ResourceTypes/:id", null, "One of them"),
  listSchemas: route("GET", "Schemas", null, "The attributes that are kept (RFC 7643, section 7)"),
  getSchema: route("GET", "Schemas/:id", null, "Those of one schema"),
  listUsers: route("GET", "Users", null, "Users of this provider, by filter and page (RFC 7644, section 3.4.2)"),
  createUser: route("POST", "Users", "user.create", "Makes a user, or adopts the one who is there already"),
  getUser: route("GET", "Users/:id", null, "One user"),
  replaceUser: route("PUT", "Users/:id", "user.update", "Replaces a user's attributes (RFC 7644, section 3.5.1)"),
  patchUser: route("PATCH", "Users/:id", "user.update", "Changes some of them (RFC 7644, section 3.5.2)"),
  deleteUser: route("DELETE", "Users/:id", "user.update", "Disables the user, who stays in the audit log"),
  listGroups: route("GET", "Groups", null, "Groups of this provider, by filter and page"),
  createGroup: route("POST", "Groups", "directory-group.create", "Makes a group"),
  getGroup: route("GET", "Groups/:id", null, "One group, with its members"),
  replaceGroup: route("PUT", "Groups/:id", "directory-group.update", "Replaces a group and its members"),
  patchGroup: route("PATCH", "Groups/:id", "directory-group.update", "Adds and removes members, or renames the group"),
  deleteGroup: route("DELETE", "Groups/:id", "directory-group.delete", "Removes a group; its members stay users"),
} as const satisfies Record<string, ScimRoute>;

export type ScimRouteName = keyof typeof scimRoutes;

/** The base path of SCIM. */
export const scimBase = base;
