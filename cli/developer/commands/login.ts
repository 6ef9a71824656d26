import { signInByToken } from "../context/sign-in-by-token.ts";
import type { AddCommand } from "../commands.ts";
import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import { addressOf } from "../context/address-of.ts";
import { nearestProjectFile } from "../context/nearest-project-file.ts";
import { signInInBrowser } from "../sign-in/sign-in-in-browser.ts";
import { plain } from "../terminal/plain.ts";

/** The address to sign in to: nothing is stored yet. */
async function addressToSignIn({ options, env, cwd, ask }: Context): Promise<string> {
  if (options.url !== undefined) return addressOf(options.url, "--url");
  if (env["FERRULE_URL"]) return addressOf(env["FERRULE_URL"], "FERRULE_URL");
  const file = await nearestProjectFile(cwd);
  if (file?.installation) return addressOf(file.installation, file.path);
  return addressOf(await ask.line("Address of the installation:", "https://ferrule.example.com"), "your answer");
}

/** Uses the token that the person has, or gets one from the installation's page in the browser. */
async function newToken(context: Context, address: string, { token, browser }: LoginOptions): Promise<string> {
  const { ask, env, cwd, options } = context;
  if (token === true) return (await ask.secret(`API token of ${address}:`)).trim();
  if (env["CI"] && !ask.interactive) {
    throw new CommandError("TOKEN_NEEDED", "Nobody can sign in here: this is a pipeline.", {
      exit: "usage",
      hint: "A job with an ID token needs no sign-in. Otherwise set FERRULE_TOKEN and FERRULE_URL; make the token in the console.",
    });
  }
  const file = await nearestProjectFile(cwd);
  const project = options.project ?? (env["FERRULE_PROJECT"] || file?.project || undefined);
  return signInInBrowser(context, { address, project, opens: browser !== false });
}

interface LoginOptions {
  token?: boolean;
  /** False: the person opens the page themselves. */
  browser?: boolean;
}

/** `ferrule login`: stores a token for an installation and a Project. */
export const login: AddCommand = (commands) => {
  commands
    .add<LoginOptions>("login", "sign in to an installation, and keep the token", async (context, options) => {
      const address = await addressToSignIn(context);
      const stored = await signInByToken(context, address, await newToken(context, address, options));
      const { token: _, ...told } = stored;
      context.out.result(
        { ...told, file: context.credentials.path },
        () =>
          `Signed in to ${address} as ${context.paint.bold(plain(stored.email))}, Project ${context.paint.bold(stored.project.slug)}.`,
      );
    })
    .option("--token", "ask for an API token, or read it from the standard input")
    .option("--no-browser", "do not open the browser, only show the address and the code");
};
