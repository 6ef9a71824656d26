import type { TestControlPlane, RawAnswer } from "../../../testing/test-control-plane.ts";
import type { FakeProvider } from "./fake-provider.ts";

/** A browser, which keeps cookies between requests. */
export interface Browser {
  cookies: Map<string, string>;
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<RawAnswer>;
  get: (path: string) => Promise<RawAnswer>;
}

/** A browser without a cookie. */
export function openBrowser(plane: TestControlPlane): Browser {
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const csrf = cookies.get("ferrule_csrf");
    const headers = { ...(cookie === "" ? {} : { cookie }), ...(csrf === undefined ? {} : { "x-csrf-token": csrf }) };
    const answer = await plane.request(path, { method, headers: { ...headers, ...more }, body });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    cookies,
    post: (path, body = {}, headers) => send("POST", path, body, headers),
    get: (path) => send("GET", path),
  };
}

/** Begins a sign-in and returns the address to which the browser is sent. */
export async function begin(browser: Browser, providerId: string): Promise<string> {
  const answer = await browser.post(`/api/auth/providers/${providerId}/begin`, undefined);
  const url = answer.json["url"];
  return typeof url === "string" ? url : answer.text;
}

/** Signs in from beginning to end with these claims. */
export async function signInBy(
  browser: Browser,
  provider: FakeProvider,
  providerId: string,
  claims: Record<string, unknown>,
): Promise<RawAnswer> {
  const url = await begin(browser, providerId);
  return browser.post("/api/auth/providers/complete", provider.answer(url, claims));
}
