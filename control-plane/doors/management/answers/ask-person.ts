import { setTimeout as delay } from "node:timers/promises";
import { ApiError } from "@ferrule/contract/api-error.ts";
import type { ConfirmedEffect } from "@ferrule/contract/resources/confirmation.ts";
import { inputRequired, type CallToolResult, type InputRequiredResult } from "@modelcontextprotocol/server";
import { cleanLine } from "./clean-text.ts";
import { toolResult } from "./tool-result.ts";
import { untrusted } from "./untrusted.ts";

/** How long a repeated call waits for the person, and how often it looks. */
const waitMs = 20_000;
const everyMs = 1_000;

interface Asked {
  url: string;
  title: string;
  effects: ConfirmedEffect[];
  expiresAt: string;
  /** It waited already, so this is a repeated call. */
  again: boolean;
}

const askedBy = (error: unknown): Asked | null =>
  error instanceof ApiError && error.code === "CONFIRMATION_REQUIRED" ? (error.details as unknown as Asked) : null;

function answer({ url, title, effects, expiresAt }: Asked): CallToolResult {
  return toolResult({
    confirm: { link: url, expires_at: expiresAt },
    ...untrusted({ asks: title, effects: effects.map(({ kind, said }) => `${kind}: ${said}`) }),
    next: "Show the link to the person you work for. Once they have confirmed, call again with the same arguments.",
  });
}

interface Program {
  /** Whether it can show a person an address. */
  opensUrls: boolean;
  /** Whether it has shown it: the request brings an answer of the person, which we do not trust. */
  hasShown: boolean;
}

/**
 * Runs a call that may need a person. Only the console's page confirms; what the client says of the person's answer
 * counts for nothing. A client of MCP 2026-07-28 gets the address as an elicitation in URL mode, others as a link. A
 * repeated call waits some seconds for the person.
 */
export async function askPerson(
  { opensUrls, hasShown }: Program,
  signal: AbortSignal,
  run: () => Promise<CallToolResult>,
): Promise<CallToolResult | InputRequiredResult> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const asked = askedBy(error);
      if (asked === null) throw error;
      const mayWait = (asked.again || hasShown) && performance.now() < until;
      if (!mayWait) {
        if (!opensUrls || hasShown) return answer(asked);
        const confirm = inputRequired.elicitUrl({
          message: `A person must confirm: ${cleanLine(asked.title, 300)}`,
          url: asked.url,
        });
        return inputRequired({ inputRequests: { confirm } });
      }
      await delay(everyMs, undefined, { signal });
    }
  }
}
