import type { App } from "../app.ts";
import { isTokenLive } from "../account/queries.ts";
import { findSession } from "./queries.ts";
import { findUser } from "../users/queries.ts";
import type { Actor } from "../http/handler/handler.ts";
import { sessionLifetime } from "./session-lifetime.ts";

/**
 * Whether whoever began a long answer may still have it: their session has not ended and still has this Project active,
 * or their token is still there; and their account is not disabled and has the role that it had.
 */
export const stillSignedIn = (
  { store, settings }: Pick<App, "store" | "settings">,
  actor: Actor,
  projectId: string | null,
): Promise<boolean> =>
  store.inInstallation(
    async (scope) => {
      const user = await findUser(scope, actor.userId);
      if (user?.status !== "active" || user.role !== actor.roles[0]) return false;
      if (actor.tokenId !== null) return isTokenLive(scope, actor.tokenId);
      const found = await findSession(scope, actor.sessionId ?? "", sessionLifetime(settings).idleMs);
      return found !== null && (projectId === null || found.session.projectId === projectId);
    },
    { readOnly: true },
  );
