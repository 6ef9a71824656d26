import type { App } from "../../../ground/app.ts";
import { findAskerOfGrant, type TokenAsker } from "../../../people/account/queries.ts";
import { managementResource } from "../clients/find-target.ts";
import { readAccessToken } from "../tokens/read-access-token.ts";

/**
 * The person whose consent an agent acts by, and what its access token allows. Null for a token that was not issued
 * here for the management MCP server, and for one whose consent has ended.
 */
export const findAskerOfAccessToken = (app: App, value: string): Promise<TokenAsker | null> =>
  app.store.inInstallation(
    async (scope) => {
      const read = await readAccessToken(app, scope, value, managementResource(app.settings.publicUrl));
      const found = read && (await findAskerOfGrant(scope, read.grantId));
      if (!read || !found) return null;
      const scopes = (found.token.scopes ?? []).filter((name) => read.scopes.includes(name));
      return { ...found, token: { ...found.token, scopes } };
    },
    { readOnly: true },
  );
