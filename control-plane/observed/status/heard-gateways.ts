import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import type { IncomingHttpHeaders } from "node:http";
import { isOneOfTokens } from "@ferrule/kit/tokens-equal.ts";
import type { Gateways } from "../../ground/ports/gateways.ts";
import type { HeardGateways } from "../../ground/store/tables/status.ts";

/** The header that a gateway sends when it checks a control plane's health: its id and its version. */
const form = /^([\w.:-]{1,120}) ([\w.+-]{1,40})$/;
const most = 100;
const forgottenAfterMs = 600_000;

/** The gateways that have asked this control plane lately. */
export class OpenGateways implements Gateways {
  readonly #heard = new Map<string, { version: string; lastSeenAt: string }>();

  /** Notes the sender of a request, if it has proven to be a gateway. */
  hear(headers: IncomingHttpHeaders, tokens: readonly string[]): void {
    const said = headers["x-ferrule-gateway"];
    if (typeof said !== "string" || !isOneOfTokens(headers["x-internal-token"], tokens)) return;
    const [, id, version] = form.exec(said) ?? [];
    if (id === undefined || version === undefined) return;
    this.#heard.delete(id);
    this.#heard.set(id, { version, lastSeenAt: sharedDate().toISOString() });
    const [oldest] = this.#heard.keys();
    if (this.#heard.size > most && oldest !== undefined) this.#heard.delete(oldest);
  }

  /** The gateways that asked within ten minutes. */
  lately(): HeardGateways {
    const since = new Date(sharedNow() - forgottenAfterMs).toISOString();
    return Object.fromEntries([...this.#heard].filter(([, { lastSeenAt }]) => lastSeenAt >= since));
  }
}
