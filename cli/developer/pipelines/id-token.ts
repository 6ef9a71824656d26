import { CommandError } from "../command-error.ts";
import type { Connection } from "../server/connection.ts";

/** A JWT (RFC 7519) that the forge signs and that names the job; the server checks the signature. */
const idToken = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const longest = 16_384;
const isIdToken = (value: unknown): value is string =>
  typeof value === "string" && value.length <= longest && idToken.test(value);

const given = "FERRULE_ID_TOKEN";
const requestUrl = "ACTIONS_ID_TOKEN_REQUEST_URL";
const requestToken = "ACTIONS_ID_TOKEN_REQUEST_TOKEN";

/** The variable through which the forge gives this job an ID token; null if there is none. */
export function idTokenVariable(env: NodeJS.ProcessEnv): string | null {
  if (env[given]?.trim()) return given;
  return env[requestUrl] && env[requestToken] ? requestUrl : null;
}

const refused = (why: string, cause?: unknown) =>
  new CommandError("ID_TOKEN_REFUSED", `The forge gave no ID token: ${why}.`, {
    exit: "signedOut",
    hint: "Let the job have one: `id-token: write` at GitHub, `enable-openid-connect: true` at Forgejo.",
    cause,
  });

/** Asks the forge for an ID token, as GitHub and Forgejo describe it: the answer is `{ "value": … }`. */
async function requestIdToken(url: string, { env, audience, connect, signal }: Wanted): Promise<string> {
  if (!URL.canParse(url)) throw refused(`${requestUrl} is not an address`);
  const target = new URL(url);
  target.searchParams.set("audience", audience);
  const headers = { authorization: `Bearer ${env[requestToken]}`, accept: "application/json" };
  const response = await connect(target.origin).fetch(target, { headers, signal });
  if (!response.ok) {
    await response.body?.cancel();
    throw refused(`it responded with ${response.status}`);
  }
  const answer = (await response.json().catch(() => null)) as { value?: unknown } | null;
  if (!isIdToken(answer?.value)) throw refused("its response has none");
  return answer.value;
}

interface Wanted {
  env: NodeJS.ProcessEnv;
  /** The audience of the ID token: the installation's address. */
  audience: string;
  connect: (origin: string) => Connection;
  signal: AbortSignal;
}

/**
 * The ID token of this job: the one in `FERRULE_ID_TOKEN` (GitLab), or one that the forge signs for the audience
 * (GitHub, Forgejo). Call it only if `idTokenVariable` returns a name.
 * @throws CommandError ID_TOKEN_INVALID, ID_TOKEN_REFUSED, or the network's error
 */
export async function readIdToken(wanted: Wanted): Promise<string> {
  const token = wanted.env[given]?.trim();
  if (!token) return requestIdToken(wanted.env[requestUrl] ?? "", wanted);
  if (isIdToken(token)) return token;
  throw new CommandError("ID_TOKEN_INVALID", `${given} is not an ID token.`, {
    exit: "usage",
    hint: "At GitLab, declare it under `id_tokens:` of the job.",
  });
}
