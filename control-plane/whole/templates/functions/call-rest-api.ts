import { FunctionError, type Context } from "ferrule";

const baseUrl = "https://api.example.com";
const secretName = "API_TOKEN";

interface Input {
  /** What to read, below the API's address, for example "/v1/orders/A-1001". @pattern ^/ @maxLength 500 */
  path: string;
  /** Parameters of the query. */
  query?: Record<string, string>;
}

/** The URL of the request: always below the API's own address. */
function addressOf({ path, query = {} }: Input): URL {
  const base = new URL(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
  const address = new URL(`.${path}`, base);
  if (address.origin !== base.origin || !address.pathname.startsWith(base.pathname)) {
    throw new FunctionError("PATH_REFUSED", "The path leads out of the API.", { status: 400 });
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
}

/** Reads from a REST API with the token that this Project keeps for it. */
export default async function callRestApi(input: Input, ctx: Context) {
  const token = await ctx.secrets.get(secretName);
  const response = await fetch(addressOf(input), {
    headers: { accept: "application/json", authorization: `Bearer ${token}` },
    signal: ctx.signal,
  });
  const text = await response.text();
  if (!response.ok) {
    ctx.log.warn("the API refused", { status: response.status, body: text.slice(0, 1_000) });
    const status = response.status === 404 ? 404 : 502;
    throw new FunctionError("API_REFUSED", `The API answered ${response.status}.`, { status });
  }
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text };
}
