import { callBeforeSession } from "../../api/front-api.ts";

const path = "/sign-in/callback";
const key = "ferrule.sign-in-return";

/** The page of this console where the user was before going to the provider; never another address. */
function takeReturn(): string {
  const kept = sessionStorage.getItem(key) ?? "/";
  sessionStorage.removeItem(key);
  return /^\/(?![/\\])/.test(kept) && !kept.startsWith(path) ? kept : "/";
}

export interface ProviderAnswer {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

/** Removes what a provider sent back from the address, so that neither history nor a copied URL keeps it. */
export function takeProviderAnswer(): ProviderAnswer | null {
  if (window.location.pathname !== path) return null;
  const sent = new URLSearchParams(window.location.search);
  history.replaceState(null, "", takeReturn());
  const given = (name: string) => {
    const value = sent.get(name);
    return value === null || value === "" ? {} : { [name]: value };
  };
  return { state: sent.get("state") || "missing", ...given("code"), ...given("iss"), ...given("error") };
}

/**
 * Whether it is the response to a caller's sign-in, which gives no session. The server itself decides by its own
 * cookie.
 */
export const isOfCaller = ({ state }: ProviderAnswer): boolean => state.startsWith("callers.");

/** Goes to a provider; the browser comes back to the current page. */
export function leaveFor(url: string): void {
  sessionStorage.setItem(key, window.location.pathname + window.location.search);
  window.location.assign(url);
}

/** Goes to the provider, and returns to the current page. */
export async function goToProvider(providerId: string): Promise<void> {
  const { url } = await callBeforeSession("beginProviderSignIn", undefined, { providerId });
  leaveFor(url);
}
