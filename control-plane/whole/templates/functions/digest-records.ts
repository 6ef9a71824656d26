import { FunctionError, type Context, type Json } from "ferrule";

const title = "New records";
const collection: string = "items";
const shownField: string = "title";
const hours = 24;
const mostShown = 20;
const postsNothing = false;
const webhookName = "DIGEST_WEBHOOK_URL";
const webhookOrigin = "https://hooks.slack.com";

/** A digest stops counting here. */
const mostCounted = 2_000;

interface Digest {
  count: number;
  /** False: there was nothing to tell. */
  posted: boolean;
  text: string;
}

/** Slack treats `<!channel>` and the like as commands; escaped, they are plain text. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function lineOf(id: string, data: Record<string, Json>): string {
  const shown = shownField.split(".").reduce<Json | undefined>((value, part) => {
    return typeof value === "object" && value !== null ? (value as Record<string, Json>)[part] : undefined;
  }, data);
  const text = typeof shown === "string" ? shown : shown === undefined ? id : JSON.stringify(shown);
  return `• ${escaped(text.length > 200 ? `${text.slice(0, 200)}…` : text)}`;
}

/** The lines of the newest records, and how many there are. */
async function collect(ctx: Context): Promise<{ count: number; lines: string[] }> {
  const since = new Date(Date.now() - hours * 3_600_000).toISOString();
  const lines: string[] = [];
  let count = 0;
  let cursor: string | null = null;
  do {
    const page: { items: { id: string; data: Record<string, Json> }[]; nextCursor: string | null } = await ctx
      .collection(collection)
      .query({ where: { createdAt: { gte: since } }, orderBy: "-createdAt", limit: 200, cursor });
    for (const { id, data } of page.items) if (lines.length < mostShown) lines.push(lineOf(id, data));
    count += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null && count < mostCounted);
  return { count, lines };
}

async function post(text: string, ctx: Context): Promise<void> {
  const url = await ctx.secrets.get(webhookName);
  if (!URL.canParse(url) || new URL(url).origin !== new URL(webhookOrigin).origin) {
    const message = `The secret ${webhookName} must be an address of ${webhookOrigin}.`;
    throw new FunctionError("WEBHOOK_INVALID", message, { status: 500 });
  }
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
    signal: ctx.signal,
  });
  if (!response.ok) {
    throw new FunctionError("WEBHOOK_REFUSED", `The webhook answered ${response.status}.`, { status: 502 });
  }
}

/** Posts which records of this tenant are new. */
export default async function digestRecords(_input: {}, ctx: Context): Promise<Digest> {
  const { count, lines } = await collect(ctx);
  const counted = count >= mostCounted ? `${mostCounted} or more` : `${count}`;
  const more = count > lines.length ? [`… and ${count - lines.length} more`] : [];
  const text = [`${title}: ${counted} in the last ${hours} hours`, ...lines, ...more].join("\n");
  if (count === 0 && !postsNothing) return { count, posted: false, text };
  await post(text, ctx);
  ctx.log.info("digest posted", { count });
  return { count, posted: true, text };
}
