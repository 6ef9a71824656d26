import { FunctionError, type Context } from "ferrule";

const baseUrl = "https://api.example.com";
const callsPerMinute = 30;
const rememberedSeconds = 60;

interface Input {
  /** What to read, below the API's address, for example "/v1/rates?base=EUR". @pattern ^/ @maxLength 1000 */
  path: string;
}

interface Answer {
  status: number;
  contentType: string;
  body: string;
}

/** Longer answers are passed on but not remembered. */
const longestRemembered = 250_000;

function addressOf(path: string): URL {
  const base = new URL(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
  const address = new URL(`.${path}`, base);
  if (address.origin !== base.origin || !address.pathname.startsWith(base.pathname)) {
    throw new FunctionError("PATH_REFUSED", "The path leads out of the API.", { status: 400 });
  }
  return address;
}

async function keyOf(address: URL): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address.href));
  return `proxy:answer:${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Counts the call in its caller's minute. Two concurrent ones may count as one. */
async function takeTurn(ctx: Context): Promise<void> {
  const now = Date.now();
  const minute = Math.floor(now / 60_000);
  const key = `proxy:calls:${ctx.caller.id ?? ctx.caller.kind}:${minute}`;
  const made = (await ctx.cache.get<number>(key)) ?? 0;
  if (made >= callsPerMinute) {
    const retryAfterSeconds = Math.ceil((minute + 1) * 60 - now / 1_000);
    throw new FunctionError("RATE_LIMITED", "The limit of calls for this minute is used up.", {
      status: 429,
      details: { retryAfterSeconds },
    });
  }
  await ctx.cache.set(key, made + 1, { ttlSeconds: 120 });
}

/** Reads from an API, so many times a minute for each caller, and remembers what it was answered. */
export default async function readThroughProxy(
  { path }: Input,
  ctx: Context,
): Promise<Answer & { remembered: boolean }> {
  const address = addressOf(path);
  const key = await keyOf(address);
  const known = rememberedSeconds > 0 ? await ctx.cache.get<Answer>(key) : undefined;
  if (known !== undefined) return { ...known, remembered: true };
  await takeTurn(ctx);
  const response = await fetch(address, { headers: { accept: "application/json" }, signal: ctx.signal });
  const answer: Answer = {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    body: await response.text(),
  };
  if (rememberedSeconds > 0 && response.ok && answer.body.length <= longestRemembered) {
    await ctx.cache.set(key, answer, { ttlSeconds: rememberedSeconds });
  }
  return { ...answer, remembered: false };
}
