import { FunctionError, type Context } from "ferrule";

const title = "Daily figures";
const sourceUrl = "https://api.example.com/v1/figures";
const figures: string[] = ["orders.open", "orders.total"];
const tokenName = "API_TOKEN";
const webhookName = "REPORT_WEBHOOK_URL";
const webhookOrigin = "https://hooks.slack.com";

/** Figures of the last report, to show what has changed; forgotten after this long without one. */
const rememberedSeconds = 30 * 86_400;

interface Report {
  text: string;
  figures: Record<string, number>;
}

/** The number at a path like `orders.open`. */
function numberAt(body: unknown, path: string): number {
  const found = path.split(".").reduce<unknown>((value, part) => {
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  }, body);
  if (typeof found === "number") return found;
  throw new FunctionError("FIGURE_MISSING", `The source has no number at ${path}.`, { status: 502 });
}

async function readFigures(ctx: Context): Promise<Record<string, number>> {
  const token = await ctx.secrets.get(tokenName);
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const response = await fetch(sourceUrl, { headers, signal: ctx.signal });
  if (!response.ok) {
    throw new FunctionError("SOURCE_REFUSED", `The source answered ${response.status}.`, { status: 502 });
  }
  const body: unknown = await response.json();
  return Object.fromEntries(figures.map((path) => [path, numberAt(body, path)]));
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

const signed = (change: number) => (change > 0 ? `+${change}` : `${change}`);

/** Reads figures from an API and posts them as a report, with what has changed since the last one. */
export default async function reportFigures(_input: {}, ctx: Context): Promise<Report> {
  const now = await readFigures(ctx);
  const before = (await ctx.cache.get<Record<string, number>>("report:figures")) ?? {};
  const lines = Object.entries(now).map(([path, value]) => {
    const last = before[path];
    return `• ${path}: ${value}${last === undefined ? "" : ` (${signed(value - last)})`}`;
  });
  const text = [title, ...lines].join("\n");
  await post(text, ctx);
  await ctx.cache.set("report:figures", now, { ttlSeconds: rememberedSeconds });
  ctx.log.info("report posted", now);
  return { text, figures: now };
}
