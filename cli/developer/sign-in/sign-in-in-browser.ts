import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "@ferrule/contract/api-error.ts";
import type { BegunCliSignIn } from "@ferrule/contract/resources/cli-sign-in.ts";
import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import { openInBrowser } from "../terminal/open-in-browser.ts";
import { plain } from "../terminal/plain.ts";
import { machineName } from "./machine-name.ts";
import { signInByDevice } from "./sign-in-by-device.ts";

export interface InBrowser {
  address: string;
  /** The slug of the Project that the page offers first. */
  project: string | undefined;
  /** Whether to open the page; otherwise the person does. */
  opens: boolean;
}

/** Translates an error of the sign-in for the user. `begun`: there was a code already. */
function meant(error: unknown, address: string, begun: boolean): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message } = error;
  if (code === "NOT_FOUND" && !begun) {
    return new CommandError("NO_BROWSER_SIGN_IN", `${address} has no sign-in by browser.`, {
      hint: "Make a token in the console, Settings → API tokens, and give it to `ferrule login --token`.",
      cause: error,
    });
  }
  if (code === "FORBIDDEN") return new CommandError("SIGN_IN_REFUSED", message, { exit: "refused", cause: error });
  if (code !== "NOT_FOUND" && code !== "INVALID_STATE") return error;
  return new CommandError("SIGN_IN_EXPIRED", "Nobody allowed the sign-in in time.", {
    exit: "signedOut",
    hint: "Run `ferrule login` again.",
    cause: error,
  });
}

/** Shows the address and the code: to a person on standard error, to a program as a line of JSON. */
function show({ out, paint, json }: Context, begun: BegunCliSignIn): void {
  const { userCode, verificationUrl, verificationUrlComplete, expiresInSeconds } = begun;
  if (json) {
    out.event({ state: "waiting", userCode, verificationUrl, verificationUrlComplete, expiresInSeconds }, "");
    return;
  }
  out.note(`Open ${paint.cyan(plain(verificationUrlComplete))}`);
  out.note(`and check that the page shows the code ${paint.bold(plain(userCode))}.`);
}

/**
 * Gets an API token from an installation through its page in the browser.
 * @returns the token's value
 * @throws CommandError SIGN_IN_REFUSED, SIGN_IN_EXPIRED, NO_BROWSER_SIGN_IN; ApiError for any other refusal
 */
export async function signInInBrowser(context: Context, { address, project, opens }: InBrowser): Promise<string> {
  const { out, env, signal } = context;
  let waiting: ReturnType<typeof out.progress> | undefined;
  let begun = false;
  try {
    const { value } = await signInByDevice({
      client: context.clientOf(address),
      about: { machine: machineName(), ...(project === undefined ? {} : { project }) },
      tell: (codes) => {
        begun = true;
        show(context, codes);
      },
      open: async (url) => {
        if (opens && !(await openInBrowser(url, env)))
          out.note("No browser could be opened here. Open the address yourself.");
        waiting = out.progress("Waiting until you allow it in the browser");
      },
      signal,
      now: () => performance.now(),
      sleep: (ms, aborted) => sleep(ms, undefined, { signal: aborted }),
    });
    return value;
  } catch (error) {
    throw meant(error, address, begun);
  } finally {
    waiting?.end();
  }
}
