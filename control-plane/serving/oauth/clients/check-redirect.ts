import { isLoopback } from "@ferrule/contract/sign-in/redirect-uri-problem.ts";

/** The address without its port. */
function withoutPort(value: string): string {
  const url = new URL(value);
  url.port = "";
  return url.href;
}

/**
 * Whether a client may receive its answer at this address: it must equal one of the client's own, character by
 * character. Only on the loopback interface may the port differ, because a native app cannot know it in advance (RFC
 * 8252, section 7.3).
 */
export function isRedirectOf(redirectUris: readonly string[], asked: string): boolean {
  if (redirectUris.includes(asked)) return true;
  if (!URL.canParse(asked) || !isLoopback(new URL(asked)) || new URL(asked).href !== asked) return false;
  return redirectUris.some(
    (uri) => URL.canParse(uri) && isLoopback(new URL(uri)) && withoutPort(uri) === withoutPort(asked),
  );
}
