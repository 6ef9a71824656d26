import { count, counted, percent } from "../../../components/format.ts";
import type { Endpoint } from "../endpoint.ts";

interface Call {
  status: string;
  durationMs: number;
  startedAt: string;
}

/** Summarises a page of an endpoint's calls, newest first; `goesOn`: there are more. */
export function countedCalls(calls: readonly Call[], goesOn: boolean) {
  const failed = calls.filter(({ status }) => status !== "succeeded").length;
  const times = calls.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b);
  const many = goesOn ? `${count(calls.length)}+ calls` : counted(calls.length, "call");
  const ofThese = goesOn ? ` of the last ${calls.length}` : "";
  const text =
    calls.length === 0
      ? "no calls"
      : failed === 0
        ? `${many}, none failed`
        : `${many}, ${failed} failed (${percent(failed / calls.length)}${ofThese})`;
  return { text, medianMs: times[Math.floor(times.length / 2)] ?? null, lastAt: calls[0]?.startedAt ?? null };
}

/** Who may call, in a few words, for the card. */
export function callersText({
  mode,
  activeKeys,
}: Pick<Endpoint["policy"]["development"], "mode" | "activeKeys">): string {
  if (mode === "none") return "Anyone, without a key";
  if (mode === "jwt") return "Holders of an access token";
  if (mode === "oauth") return "People who sign in";
  if (mode === "signature") return "The sender of signed webhooks";
  if (activeKeys === 0) return "Nobody yet (no keys)";
  return `Holders of ${counted(activeKeys, "key")}`;
}
