import type { AddCommand } from "../commands.ts";
import { plain } from "../terminal/plain.ts";

/** `ferrule whoami`: who the token is, where, and with which rights. */
export const whoami: AddCommand = (commands) => {
  commands.add("whoami", "show who you are, where, and with which role", async ({ out, paint, signedIn }) => {
    const { client, identity, target } = await signedIn();
    const { user, tokenRole, activeProject } = await client.getMe();
    const who = {
      address: target.address,
      project: activeProject === null ? null : { id: activeProject.id, slug: activeProject.slug },
      email: user.email,
      role: tokenRole ?? user.role,
      tokenFrom: identity.from,
    };
    out.result(who, () =>
      [
        `${paint.bold(plain(who.email))}, ${who.role}`,
        `Project ${paint.bold(who.project?.slug ?? "(none)")} of ${who.address}`,
        paint.dim(`The token is from ${identity.from === "credentials" ? "ferrule login" : identity.from}.`),
      ].join("\n"),
    );
  });
};
