import { scimUrl } from "./scim-token.ts";
import type { App } from "../../ground/app.ts";
import { urns } from "./urns.ts";

interface Versioned {
  createdAt: Date;
  updatedAt: Date;
  revision: number;
}

export const versionOf = ({ revision }: Pick<Versioned, "revision">): string => `W/"${revision}"`;

/** `meta` of a resource (RFC 7643, section 3.1). */
export const metaOf = (app: App, type: "User" | "Group", id: string, row: Versioned) => ({
  resourceType: type,
  created: row.createdAt.toISOString(),
  lastModified: row.updatedAt.toISOString(),
  location: `${scimUrl(app)}/${type}s/${id}`,
  version: versionOf(row),
});

/** A page of a list (RFC 7644, section 3.4.2). */
export const listBody = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: [urns.list],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
