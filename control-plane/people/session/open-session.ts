import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { randomBytes } from "node:crypto";
import type { Common } from "../../ground/handler/handler.ts";
import { issueSession } from "./issue-session.ts";
import { sessionLifetime } from "./session-lifetime.ts";
import { describeProject, findProject } from "../projects/queries.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { noteLogin, type UserRow } from "../users/queries.ts";
import { choosePassword } from "./choose-password.ts";
import { insertSession, noteSource } from "./queries.ts";
import { sourceKey } from "../passwords/source-key.ts";
import { issueDevice } from "../passwords/device-cookie.ts";
import type { SignedInBy } from "../../ground/store/tables/session.ts";
import { toSignedInUser } from "./to-signed-in-user.ts";
import type { Operations } from "@ferrule/contract/operations.ts";

type Asking = Pick<Common<Operations["login"]>, "app" | "reply" | "ip" | "userAgent">;

/** Signs a user in, and returns the data for their browser. */
export const openSession = async (scope: InstallationScope, user: UserRow, signedInBy: SignedInBy, asking: Asking) =>
  (await beginSession(scope, user, signedInBy, asking)).answer;

/** Signs a user in: a new session with the last active Project, unless that is archived, and its cookies. */
export async function beginSession(
  scope: InstallationScope,
  user: UserRow,
  signedInBy: SignedInBy,
  { app, reply, ip, userAgent }: Asking,
) {
  const last = user.lastProjectId === null ? undefined : await findProject(scope, user.lastProjectId);
  const project = last?.status === "active" ? last : null;
  const session = await insertSession(scope, {
    userId: user.id,
    projectId: project?.id ?? null,
    signedInBy,
    csrfSalt: randomBytes(16).toString("base64url"),
    ip,
    userAgent: userAgent?.slice(0, 500) ?? null,
    expiresAt: new Date(sharedNow() + sessionLifetime(app.settings).absoluteMs),
  });
  const signedIn = await noteLogin(scope, user.id);
  await noteSource(scope, user.id, sourceKey(app.settings, ip));
  reply.cookies.length = 0;
  const csrfToken = await issueSession(app.settings, reply, session);
  reply.cookies.push({ name: "device", ...issueDevice(app.settings, user.email) });
  const answer = {
    user: toSignedInUser(signedIn, session),
    activeProject: project && (await describeProject(scope, project)),
    csrfToken,
    choosePassword: await choosePassword(app, signedIn, session),
  };
  return { session, answer };
}
