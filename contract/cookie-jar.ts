/** How the client finds the CSRF cookie. */
export interface CookieSource {
  get: (name: string) => string | undefined;
}

export interface CookieJar extends CookieSource {
  /** Stores the cookies of `Set-Cookie` headers. */
  store: (setCookies: readonly string[]) => void;
  /** The `Cookie` header; empty when there is none. */
  header: () => string;
}

/** Just enough of a cookie jar for one origin (RFC 6265): names, values, and removal by an expiry in the past. */
export function createCookieJar(): CookieJar {
  const values = new Map<string, string>();
  return {
    get: (name) => values.get(name),
    header: () => [...values].map(([name, value]) => `${name}=${value}`).join("; "),
    store: (setCookies) => {
      for (const text of setCookies) {
        const [pair = "", ...attributes] = text.split(";");
        const at = pair.indexOf("=");
        const name = pair.slice(0, at).trim();
        const expires = attributes.find((attribute) => /^\s*expires=/i.test(attribute))?.split("=")[1];
        if (expires !== undefined && Date.parse(expires) <= Date.now()) values.delete(name);
        else values.set(name, pair.slice(at + 1).trim());
      }
    },
  };
}

/** The cookies that a page's scripts may read; none outside of a browser. */
export const readDocumentCookie: CookieSource = {
  get: (name) => {
    const { document } = globalThis as { document?: { cookie?: string } };
    const pairs = document?.cookie?.split("; ") ?? [];
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  },
};

/**
 * The CSRF token of the session. It exists only during a session, so it also tells a page whether there may be one.
 */
export const csrfTokenIn = (cookies: CookieSource): string | undefined =>
  cookies.get("__Host-ferrule_csrf") ?? cookies.get("ferrule_csrf");
