import { howToGrant, isGranted } from "../../../host-calls/fetch/host-patterns.ts";
import type { HostAnswer } from "../../requests.ts";
import { globals } from "../globals.ts";
import { noStandIn, refusal, typeError } from "./stand-error.ts";
import type { TestedPermissions } from "./permissions.ts";

interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  json: () => unknown;
}

interface Response {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Uint8Array;
  error?: string;
}

type Respond = (request: Request) => Response | undefined | Promise<Response | undefined>;

interface FetchStandIn {
  method?: string;
  url: string | RegExp;
  respond: Response | Respond;
  times?: number;
}

export type FetchStandIns = readonly FetchStandIn[] | Respond;

/** A request of the Function, as its test sees it. */
export interface NotedCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  status: number | null;
}

interface Asked {
  url: string;
  method: string;
  headers: [string, string][];
  redirect: "follow" | "error" | "manual";
  hasBody: boolean;
}

const mostRedirects = 10;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Another host must not see these. */
const credentials = /^(?:authorization|cookie)$/;
const bodiless = new Set([204, 205, 304]);

function fits(wanted: string | RegExp, url: string): boolean {
  if (typeof wanted !== "string") return new RegExp(wanted).test(url);
  return wanted.endsWith("*") ? url.startsWith(wanted.slice(0, -1)) : url === wanted || `${wanted}/` === url;
}

function responder(stands: FetchStandIns | undefined, used: Map<FetchStandIn, number>): Respond {
  if (typeof stands === "function") return stands;
  return (request) => {
    const found = stands?.find((one) => {
      const method = one.method ?? request.method;
      const left = (one.times ?? Infinity) - (used.get(one) ?? 0);
      return left > 0 && method.toUpperCase() === request.method && fits(one.url, request.url);
    });
    if (found === undefined) return undefined;
    used.set(found, (used.get(found) ?? 0) + 1);
    return typeof found.respond === "function" ? found.respond(request) : found.respond;
  };
}

/** @throws HostError, as the worker refuses a request that the Function may not send */
function admit(text: string, { hosts }: TestedPermissions): void {
  const url = new globals.URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw typeError("fetch supports only http and https.");
  if (url.username !== "" || url.password !== "") throw typeError("A URL must not carry credentials.");
  if (isGranted(url, hosts)) return;
  throw refusal(
    "EGRESS_DENIED",
    `This Function is not granted ${url.protocol}//${url.host}. ${howToGrant(url, hosts)}`,
  );
}

const textOf = (bytes: Uint8Array) => new globals.TextDecoder().decode(bytes);
const bytesOf = ({ json, body }: Response): Uint8Array => {
  if (body instanceof Uint8Array) return body;
  const text = body ?? (json === undefined ? "" : JSON.stringify(json));
  return new globals.TextEncoder().encode(String(text));
};

function headersOf({ headers = {}, json, body }: Response): [string, string][] {
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), String(value)]);
  if (given.some(([name]) => name === "content-type")) return given;
  if (json !== undefined) return [["content-type", "application/json"], ...given];
  return typeof body === "string" ? [["content-type", "text/plain; charset=utf-8"], ...given] : given;
}

function next(asked: Asked, status: number, location: string): Asked {
  const url = new globals.URL(location, asked.url);
  const becomesGet =
    (status === 303 && asked.method !== "HEAD") || ((status === 301 || status === 302) && asked.method === "POST");
  const isSame = url.origin === new globals.URL(asked.url).origin;
  const headers = asked.headers.filter(
    ([name]) => (isSame || !credentials.test(name)) && !(becomesGet && name.startsWith("content-")),
  );
  return { ...asked, url: url.href, headers, ...(becomesGet ? { method: "GET", hasBody: false } : {}) };
}

/** Answers the requests of one call of a Function. Nothing is sent. */
export function standInForFetch(stands: FetchStandIns | undefined, granted: TestedPermissions) {
  const calls: NotedCall[] = [];
  const respond = responder(stands, new Map());

  async function hop({ method, url, headers, hasBody }: Asked, bytes: Uint8Array | undefined): Promise<Response> {
    const body = hasBody && bytes !== undefined ? textOf(bytes) : null;
    const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const noted: NotedCall = { method, url, headers: named, body, status: null };
    calls.push(noted);
    admit(url, granted);
    const request = { method, url, headers: named, body, json: () => JSON.parse(body ?? "") as unknown };
    const response = await respond(request);
    if (response === undefined) {
      const example = `{ method: "${method}", url: "${url}", respond: { status: 200, json: {} } }`;
      throw noStandIn(`${method} ${url}`, `stand: { fetch: [${example}] }`);
    }
    if (response.error !== undefined) throw typeError(`fetch failed: ${response.error}`);
    noted.status = response.status ?? 200;
    return response;
  }

  return {
    calls,
    async fetch(given: unknown, bytes: Uint8Array | undefined): Promise<HostAnswer> {
      let asked = given as Asked;
      for (let redirects = 0; ; redirects++) {
        const response = await hop(asked, bytes);
        const { status = 200 } = response;
        const headers = headersOf(response);
        const location = headers.find(([name]) => name === "location")?.[1];
        if (location === undefined || !redirectStatuses.has(status) || asked.redirect === "manual") {
          const hasBody = asked.method !== "HEAD" && !bodiless.has(status);
          const value = {
            status,
            statusText: "",
            url: asked.url,
            redirected: redirects > 0,
            headers,
            hasBody,
            body: null,
          };
          return { value, bytes: hasBody ? bytesOf(response) : new Uint8Array(0) };
        }
        if (asked.redirect === "error") throw typeError("fetch failed: the answer is a redirect.");
        if (redirects >= mostRedirects) throw typeError("fetch failed: too many redirects.");
        asked = next(asked, status, location);
      }
    },
  };
}
