import { signInByToken } from "../credentials/sign-in-by-token.ts";
import type { AddCommand } from "../commands.ts";
import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import { addressOf } from "../context/address-of.ts";
import { nearestProjectFile } from "../context/nearest-project-file.ts";
import { plain } from "../terminal/plain.ts";

/** The address to sign in to, which nothing stored says yet. */
async function addressToSignIn({ options, env, cwd, ask }: Context): Promise<string> {
  if (options.url !== undefined) return addressOf(options.url, "--url");
  if (env["FERRULE_URL"]) return addressOf(env["FERRULE_URL"], "FERRULE_URL");
  const file = await nearestProjectFile(cwd);
  if (file?.installation) return addressOf(file.installation, file.path);
  return addressOf(await ask.line("Address of the installation:", "https://ferrule.example.com"), "your answer");
}

/** `ferrule login`: stores a token for an installation and a Project. */
export const login: AddCommand = (commands) => {
  commands
    .add<{ token?: boolean }>("login", "sign in to an installation, and keep the token", async (context, options) => {
      const address = await addressToSignIn(context);
      if (options.token !== true) {
        throw new CommandError("TOKEN_NEEDED", "Only a token can be used to sign in here.", {
          exit: "usage",
          hint: `Make one in the console, Settings → API tokens, and give it to \`ferrule login --token\`.`,
        });
      }
      const token = (await context.ask.secret(`API token of ${address}:`)).trim();
      const stored = await signInByToken(context, address, token);
      const { token: _, ...told } = stored;
      context.out.result(
        { ...told, file: context.credentials.path },
        () =>
          `Signed in to ${address} as ${context.paint.bold(plain(stored.email))}, Project ${context.paint.bold(stored.project.slug)}.`,
      );
    })
    .option("--token", "ask for an API token, or read it from the standard input");
};
