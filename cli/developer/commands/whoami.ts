import type { AddCommand } from "../commands.ts";
import type { FoundIdentity } from "../context/identity-for.ts";
import { plain } from "../terminal/plain.ts";

const sources: Record<FoundIdentity["from"], string> = {
  FERRULE_TOKEN: "FERRULE_TOKEN",
  credentials: "ferrule login",
  "id-token": "the pipeline's ID token",
};

/** `ferrule whoami`: shows the token's user, installation and rights. */
export const whoami: AddCommand = (commands) => {
  commands.add("whoami", "show who you are, where, and with which role", async ({ out, paint, signedIn }) => {
    const { client, identity, target } = await signedIn();
    const { user, effectiveRole, activeProject } = await client.getMe();
    const who = {
      address: target.address,
      project: activeProject === null ? null : { id: activeProject.id, slug: activeProject.slug },
      email: user.email,
      role: effectiveRole ?? user.role,
      tokenFrom: identity.from,
    };
    out.result(who, () =>
      [
        `${paint.bold(plain(who.email))}, ${who.role}`,
        `Project ${paint.bold(who.project?.slug ?? "(none)")} of ${who.address}`,
        paint.dim(`The token is from ${sources[identity.from]}.`),
      ].join("\n"),
    );
  });
};
