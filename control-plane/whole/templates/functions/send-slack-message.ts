import { FunctionError, type Context } from "ferrule";

const defaultChannel = "#general";
const secretName = "SLACK_TOKEN";
const apiUrl = "https://slack.com";

interface Input {
  /** What the message says. @minLength 1 @maxLength 4000 */
  text: string;
  /** "#general", or a channel's id; without one, the channel that this Function was set up for. @maxLength 100 */
  channel?: string;
  /** The `ts` of a message, to answer below it. @pattern ^[0-9]+\.[0-9]+$ */
  threadTs?: string;
}

interface Posted {
  ok: boolean;
  error?: string;
  channel?: string;
  ts?: string;
}

/** Slack treats `<!channel>` and the like as commands; escaped, they are plain text. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Posts a text to a Slack channel. */
export default async function sendSlackMessage(input: Input, ctx: Context): Promise<{ channel: string; ts: string }> {
  const token = await ctx.secrets.get(secretName);
  const response = await fetch(`${apiUrl.replace(/\/$/, "")}/api/chat.postMessage`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({
      channel: input.channel ?? defaultChannel,
      text: escaped(input.text),
      ...(input.threadTs === undefined ? {} : { thread_ts: input.threadTs }),
    }),
    signal: ctx.signal,
  });
  if (response.status === 429) {
    const retryAfterSeconds = Number(response.headers.get("retry-after") ?? 30);
    throw new FunctionError("SLACK_BUSY", "Slack takes no more messages just now.", {
      status: 503,
      details: { retryAfterSeconds },
    });
  }
  if (!response.ok) throw new FunctionError("SLACK_REFUSED", `Slack answered ${response.status}.`, { status: 502 });
  const posted = (await response.json()) as Posted;
  if (!posted.ok || posted.channel === undefined || posted.ts === undefined) {
    // https://api.slack.com/methods/chat.postMessage#errors
    throw new FunctionError("SLACK_REFUSED", `Slack refused the message: ${posted.error ?? "unknown_error"}.`, {
      status: posted.error === "channel_not_found" || posted.error === "not_in_channel" ? 400 : 502,
      details: { error: posted.error ?? null },
    });
  }
  ctx.log.info("message posted", { channel: posted.channel, ts: posted.ts });
  return { channel: posted.channel, ts: posted.ts };
}
