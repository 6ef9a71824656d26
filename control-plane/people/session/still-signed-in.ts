import type { App } from "../../ground/app.ts";
import { isTokenLive } from "../account/queries.ts";
import { findSession } from "./queries.ts";
import { findUser } from "../users/queries.ts";
import type { Actor } from "../../ground/handler/handler.ts";
import { sessionLifetime } from "./session-lifetime.ts";

/**
 * Whether the caller of a long answer may still receive it. Their session must be live and have this Project active, or
 * their token must exist. Their account must be enabled and have the same role.
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
