import assert from "node:assert/strict";

/** A browser at the provider: it keeps cookies, follows redirects, and fills in the provider's forms. */
export function openProviderBrowser() {
  const cookies = new Map<string, string>();

  async function load(url: string, form?: Record<string, string>): Promise<{ url: string; response: Response }> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie, accept: "text/html" },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return { url, response };
  }

  /** Follows redirects within the provider; returns the final page, or the first address elsewhere. */
  async function follow(start: string, form?: Record<string, string>): Promise<{ url: string; text: string }> {
    const { origin } = new URL(start);
    let at = await load(start, form);
    for (let hops = 0; hops < 20; hops += 1) {
      const location = at.response.headers.get("location");
      if (location === null) return { url: at.url, text: await at.response.text() };
      const next = new URL(location, at.url);
      if (next.origin !== origin) return { url: next.href, text: "" };
      at = await load(next.href);
    }
    throw new Error("too many redirects");
  }

  return {
    /** Signs in, allows the request, and returns the address to which the provider sends the browser. */
    async signIn(url: string, account: string): Promise<URL> {
      const { origin } = new URL(url);
      let page = await follow(url);
      for (let steps = 0; page.url.startsWith(origin); steps += 1) {
        assert.ok(steps < 4, page.text);
        const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? "";
        page = await follow(page.url, { prompt, ...(prompt === "login" ? { login: account, password: "any" } : {}) });
      }
      return new URL(page.url);
    },
    /** Signs out, and returns the address to which the provider sends the browser. */
    async signOut(url: string): Promise<string> {
      const { text } = await follow(url);
      const xsrf = /name="xsrf" value="(\w+)"/.exec(text)?.[1] ?? "";
      return (await follow(`${new URL(url).origin}/session/end/confirm`, { xsrf, logout: "yes" })).url;
    },
  };
}
