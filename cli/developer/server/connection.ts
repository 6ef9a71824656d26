import { setTimeout as sleep } from "node:timers/promises";
import { EnvHttpProxyAgent, fetch as undiciFetch } from "undici";
import { CommandError } from "../command-error.ts";
import { networkError } from "./network-error.ts";
import { retrying } from "./retrying.ts";

/** A connection to one installation. */
export interface Connection {
  address: string;
  /** Sends only to this installation, through the environment's proxy, and retries when that is safe. */
  fetch: typeof fetch;
  close: () => Promise<void>;
}

interface Options {
  env: NodeJS.ProcessEnv;
  /** Called before a request is sent again. */
  onWait: (waitMs: number, why: string) => void;
}

/** A run of a Function may take five minutes, and the server responds only when it has ended. */
const answerMs = 330_000;

const first = (env: NodeJS.ProcessEnv, ...names: string[]) => names.map((name) => env[name]).find(Boolean) ?? "";

function agentOf(env: NodeJS.ProcessEnv): EnvHttpProxyAgent {
  const httpProxy = first(env, "http_proxy", "HTTP_PROXY");
  return new EnvHttpProxyAgent({
    httpProxy,
    httpsProxy: first(env, "https_proxy", "HTTPS_PROXY") || httpProxy,
    noProxy: first(env, "no_proxy", "NO_PROXY"),
    connect: { timeout: 10_000 },
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  });
}

/**
 * Connects to the installation at `address`. It never follows a redirect, because a redirect would take the token
 * along.
 * @throws CommandError for failures of the network
 */
export function connectTo(address: string, { env, onWait }: Options): Connection {
  const dispatcher = agentOf(env);
  const once: typeof fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== address) throw new Error(`A request for ${url.origin} cannot be sent to ${address}.`);
    const send = undiciFetch as unknown as (input: URL, init: object) => Promise<Response>;
    const response = await send(url, { ...init, redirect: "manual", dispatcher });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    const target = URL.canParse(location, url) ? new URL(location, url).origin : "elsewhere";
    throw new CommandError("REDIRECTED", `${address} sends us on to ${target}.`, {
      exit: "unreachable",
      hint: "Nothing was sent there. If that is your installation, use its address.",
    });
  };
  const wait = async (ms: number, signal: AbortSignal | undefined) => {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  };
  const send = retrying(once, { attempts: 4, longestWaitMs: 60_000, onWait, sleep: wait });
  return {
    address,
    fetch: async (input, init) => {
      try {
        return await send(input, init);
      } catch (error) {
        if (error instanceof CommandError || init?.signal?.aborted) throw error;
        throw networkError(address, error);
      }
    },
    close: () => dispatcher.destroy(),
  };
}
