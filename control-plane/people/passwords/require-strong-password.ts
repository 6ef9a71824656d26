import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { validationError } from "../../ground/handler/validation-issues.ts";

/** The best of the estimator's five grades: at least ten thousand million guesses. */
const wantedScore = 4;
/** We read only this much: further characters only make a password stronger and the estimate slower. */
const mostRead = 64;
/** The most look-alike spellings that we try; the default of a hundred takes seconds. */
const mostSpellings = 8;
/** Words that an attacker of this product tries first, but that the lists lack. */
const ownWords = ["ferrule", "correcthorsebatterystaple"];

let estimator: Promise<ZxcvbnFactory> | undefined;

/** The estimator with its 49,000 leaked passwords, loaded when the first password is set. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]);
  return new core.ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
    maxLength: mostRead,
    l33tMaxSubstitutions: mostSpellings,
  });
}

/** The address, its local part as a whole and in pieces, and the names in its domain. */
function wordsOf(email: string): string[] {
  const [local = "", domain = ""] = email.split("@", 2);
  const names = domain.split(".").slice(0, -1);
  return [email, local, ...local.split(/[^a-z0-9]+/i), ...names, ...names.flatMap((name) => name.split("-"))];
}

/**
 * Refuses a password of sufficient length that an attacker would guess early. The zxcvbn estimator counts the guesses.
 * It knows leaked passwords, also extended, reversed or with look-alike characters; repetitions, sequences and dates;
 * the user's address and the product's name.
 * @throws PublicError VALIDATION_ERROR naming `path`, never the password
 */
export async function requireStrongPassword(password: string, email: string, path: string): Promise<void> {
  estimator ??= loadEstimator();
  const words = [...wordsOf(email), ...ownWords].filter((word) => word !== "");
  const { score } = (await estimator).check(password.normalize("NFKC"), words);
  if (score < wantedScore) throw validationError([{ path, message: "is too common or too easily guessed" }]);
}
