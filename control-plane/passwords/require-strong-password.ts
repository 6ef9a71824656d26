import { validationError } from "../http/validation-issues.ts";
import { commonPasswords } from "./common-passwords.ts";
import { isPredictable } from "./is-predictable.ts";

const product = "ferrule";
/** Fewer letters than this beside a name that everybody knows are no secret. */
const fewest = 4;

const leet: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" };
const unleet = (text: string) => text.replaceAll(/[013457@$]/g, (sign) => leet[sign] ?? sign);
const reversed = (text: string) => Array.from(text).toReversed().join("");

/** What is left without the digits and signs that people put around a common word. */
const stripped = (text: string) => text.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");

function isCommon(text: string): boolean {
  const plain = unleet(text);
  const forms = [text, plain, stripped(text), stripped(plain), unleet(stripped(text))];
  return forms.some((form) => commonPasswords.has(form) || commonPasswords.has(reversed(form)));
}

/** The address, what stands before its @ as a whole and in its parts, and the names of its domain. */
function wordsOf(email: string): string[] {
  const address = email.toLowerCase();
  const [local = "", domain = ""] = address.split("@", 2);
  const words = [address, local, ...local.split(/[^a-z0-9]+/), ...domain.split(".").slice(0, -1)];
  return words.filter((word) => word.length >= fewest).toSorted((one, other) => other.length - one.length);
}

/** The letters beside these words; null where none of them is in it. */
function lettersBeside(text: string, words: readonly string[]): string | null {
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), text);
  return rest === text ? null : rest.replaceAll(/[^\p{L}]/gu, "");
}

/** Little but the user's own address, or the product's name with nothing or a common password beside it. */
function isPersonal(text: string, email: string): boolean {
  const besideAddress = lettersBeside(text, wordsOf(email));
  const besideProduct = lettersBeside(text, [product]);
  return (
    (besideAddress !== null && besideAddress.length < fewest) ||
    (besideProduct !== null && (besideProduct.length < fewest || commonPasswords.has(besideProduct)))
  );
}

/**
 * Refuses a password of the length wanted that is still among the first that anybody would try: a leaked or common one,
 * also lengthened, reversed or with look-alike digits; one made of repetitions and runs; the user's address; the
 * product's name.
 * @throws PublicError VALIDATION_ERROR naming `path`, never the password
 */
export function requireStrongPassword(password: string, email: string, path: string): void {
  const text = password.normalize("NFKC").toLowerCase();
  const isGuessable =
    isPredictable(text) || isCommon(text) || isPersonal(text, email) || isPersonal(unleet(text), email);
  if (isGuessable) throw validationError([{ path, message: "is too common or too easily guessed" }]);
}
