import { isSensitiveName, namesLike } from "../../warnings/sensitive-names.ts";

/** Names that nobody masks everywhere, but that people should not type into a client's form either. */
const namesAlso = namesLike([
  "passphrase",
  "passcode",
  "accesskey",
  "accountkey",
  "secretkey",
  "bearer",
  "cardnumber",
  "creditcard",
  "debitcard",
  "cardcode",
  "securitycode",
  "cvv",
  "cvc",
  "iban",
  "mnemonic",
  "seedphrase",
  "recoverycode",
  "onetimecode",
  "verificationcode",
  "socialsecurity",
]);
/** Short names, which many harmless words contain. */
const whole = new Set(["pin", "otp", "pan", "pwd", "totp", "mfa", "ssn", "jwt"]);

const words = (text: string): string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/**
 * Whether a name or title stands for a secret: a password, a key, a token, a number of a card. Servers MUST NOT ask for
 * these in a form (MCP 2026-07-28, elicitation). It looks at names, so it finds mistakes, not intent.
 */
export const namesSecret = (text: string): boolean =>
  isSensitiveName(text) || namesAlso(text) || words(text).some((word) => whole.has(word));
