import { countGroups, listGroupNames } from "../directory/queries/groups.ts";
import { countPeople } from "../directory/queries/people.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findProvider } from "../identity/queries/providers.ts";
import { keyOf } from "../directory/role-of.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { limits } from "./limits.ts";
import { listScimTokens } from "./queries/tokens.ts";
import { scimUrl, toScimToken } from "./scim-token.ts";

type Mapping = ProviderRow["roles"][number];

const mostNames = 50;

/** The users and groups that a provider's SCIM client has brought, for the person who sets up the client. */
export const getDirectory: Handlers["getDirectory"] = async ({ app, scope, params, query }) => {
  const provider = found(await findProvider(scope, params.providerId));
  const mapped = new Set(provider.roles.map(keyOf));
  const groups = await listGroupNames(scope, provider.id, limits.groups);
  const ids = new Set(groups.map(({ externalId }) => externalId));
  const isMapped = (by: Mapping["by"], group: string | null) => group !== null && mapped.has(keyOf({ by, group }));
  const hasRole = ({ displayName, externalId }: (typeof groups)[number]) =>
    isMapped("displayName", displayName) ||
    isMapped("externalId", externalId) ||
    isMapped("either", externalId) ||
    (!ids.has(displayName) && isMapped("either", displayName));
  const wanted = query.q?.toLowerCase() ?? "";
  const matching = groups.filter(({ displayName }) => displayName.toLowerCase().includes(wanted));
  const namesOf = (of: typeof groups) => of.slice(0, mostNames).map(({ displayName }) => displayName);
  return {
    url: scimUrl(app),
    users: await countPeople(scope, provider.id),
    groups: await countGroups(scope, provider.id),
    groupsWithRole: namesOf(matching.filter(hasRole)),
    groupsWithoutRole: namesOf(matching.filter((group) => !hasRole(group))),
    tokens: (await listScimTokens(scope, provider.id)).map(toScimToken),
  };
};
