import { CommandError } from "../command-error.ts";

/**
 * The origin of an installation, from an address as a person types it: `ferrule.example.com`,
 * `https://ferrule.example.com/`.
 * @throws CommandError for a text that is not an address; `from` names its source
 */
export function addressOf(given: string, from: string): string {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null &&
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === "" &&
    url.username === "" &&
    url.password === "";
  if (isOrigin && (url.protocol === "https:" || url.protocol === "http:") && url.hostname !== "") return url.origin;
  throw new CommandError("ADDRESS_INVALID", `The address in ${from} is not one of an installation.`, {
    exit: "usage",
    hint: "Write it like https://ferrule.example.com, without a path and without a password.",
  });
}
