import type { AddCommand } from "../commands.ts";
import { addressOf } from "../context/address-of.ts";

/** `ferrule logout`: forgets tokens. They stay valid until somebody revokes them, and the command says so. */
export const logout: AddCommand = (commands) => {
  commands
    .add<{ all?: boolean }>("logout", "forget the token of this installation and Project", async (context, options) => {
      const { out, credentials } = context;
      const target = options.all === true && options.url === undefined ? null : await context.target();
      const removed = await credentials.remove(
        ({ address, project }) =>
          target === null ||
          (address === addressOf(target.address, "--url") &&
            (options.all === true || target.project === null || target.project === project.slug)),
      );
      const forgotten = removed.map(({ address, project }) => ({ address, project: project.slug }));
      out.result({ forgotten }, () =>
        forgotten.map((each) => `Forgot the token of ${each.project} at ${each.address}.`).join("\n"),
      );
      if (removed.length === 0) out.note("There was no token to forget.");
      else out.note("A forgotten token stays valid: revoke it in the console, Settings → API tokens.");
    })
    .option("--all", "all Projects, and without --url all installations");
};
