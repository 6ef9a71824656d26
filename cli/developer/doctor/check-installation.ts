import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import { version as own } from "../version.ts";
import type { Finding } from "./finding.ts";

const mostOffMs = 60_000;

/** Whether this machine's clock roughly matches the server's; if not, tokens and times in lists are wrong. */
function checkClock(date: string | null): Finding {
  const offMs = date === null ? NaN : Date.now() - Date.parse(date);
  if (Number.isNaN(offMs)) return { check: "Clock", state: "odd", found: "the server does not say its time" };
  const seconds = Math.round(Math.abs(offMs) / 1_000);
  if (Math.abs(offMs) <= mostOffMs)
    return { check: "Clock", state: "good", found: `within ${Math.max(1, seconds)} s of the server's` };
  return {
    check: "Clock",
    state: "wrong",
    found: `${seconds} s ${offMs > 0 ? "ahead of" : "behind"} the server's`,
    hint: "Set this machine's clock by the network.",
  };
}

function checkTransport(address: string): Finding {
  const { protocol, hostname } = new URL(address);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.|^\[::1\]$/.test(hostname);
  if (protocol === "https:") return { check: "TLS", state: "good", found: "the certificate is valid" };
  if (isLocal) return { check: "TLS", state: "good", found: "none, and the address is this machine" };
  return {
    check: "TLS",
    state: "odd",
    found: "none: everybody on the way can read your token",
    hint: "Serve the installation over https.",
  };
}

async function checkVersion(response: Response, address: string): Promise<Finding> {
  const said = (await response.json().catch(() => null)) as { version?: unknown } | null;
  if (!response.ok || typeof said?.version !== "string") {
    return {
      check: "Version",
      state: "odd",
      found: `this command is ${own}, and the installation does not say which one it hands out`,
      hint: "It may be older than this command.",
    };
  }
  const isSame = said.version === own;
  return {
    check: "Version",
    state: isSame ? "good" : "odd",
    found: isSame ? `${own}, as the installation` : `this command is ${own}, the installation is ${said.version}`,
    hint: isSame ? undefined : `Run \`npx ${address}/cli\` in place of \`ferrule\`.`,
  };
}

/** Requests the installation's version, which also shows whether it can be reached and has valid TLS. */
export async function checkInstallation(context: Context, address: string): Promise<Finding[]> {
  try {
    const response = await context.fetchFrom(address, "/cli/version");
    const date = response.headers.get("date");
    const reached: Finding = { check: "Network", state: "good", found: `${address} answers` };
    return [reached, checkTransport(address), checkClock(date), await checkVersion(response, address)];
  } catch (error) {
    if (!(error instanceof CommandError) || context.signal.aborted) throw error;
    const check = /CERT|SIGN|ISSUER|TLS/.test(error.code) ? "TLS" : "Network";
    return [{ check, state: "wrong", found: error.message, hint: error.hint }];
  }
}
