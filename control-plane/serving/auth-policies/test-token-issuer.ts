import { parseJson } from "@ferrule/kit/json/parse-json.ts";
import {
  fitsAlgorithm,
  issuerDocument,
  issuerMetadataUrls,
  isUsableIssuerKey,
  mostIssuerKeys,
} from "@ferrule/contract/internal/issuer-documents.ts";
import type { App } from "../../ground/app.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { askOutside } from "../../ground/outside/ask-outside.ts";
import { loggedChain } from "../../ground/outside/chain-of.ts";
import { sayOutsideProblem } from "../../ground/outside/say-outside-problem.ts";

type Step = "discovery" | "keys" | "algorithms";

/** The problem, as a sentence for the person who set up the issuer. It repeats nothing that the issuer sent. */
class Wrong extends Error {
  override name = "Wrong";
}

/** The JSON object at an address; null when there is none. @throws the errors of the connection */
async function readDocument({ settings }: App, url: string): Promise<Record<string, unknown> | null> {
  const headers = { accept: "application/json, application/jwk-set+json" };
  const { status, body } = await askOutside(new URL(url), { headers, egress: settings, ...issuerDocument });
  if (status !== 200) return null;
  try {
    const value: unknown = parseJson(body.toString());
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The address of the keys, according to the metadata. */
async function discover(app: App, issuer: string): Promise<string> {
  let failure: unknown = null;
  let isOfAnother = false;
  for (const url of issuerMetadataUrls(issuer)) {
    const found = await readDocument(app, url).catch((error: unknown) => {
      failure ??= error;
      return null;
    });
    if (found === null) continue;
    const { issuer: said, jwks_uri: keysAt } = found;
    if (said !== issuer) isOfAnother = true;
    else if (typeof keysAt === "string" && URL.canParse(keysAt)) return keysAt;
    else throw new Wrong("The issuer's metadata does not say where its keys are. Enter their address.");
  }
  if (isOfAnother) {
    throw new Wrong(
      "The metadata there names another issuer. Enter the issuer exactly as it is in iss, with or without a slash at its end.",
    );
  }
  if (failure !== null) throw failure;
  throw new Wrong("There is no metadata at the issuer's address. Check it, or enter the address of the keys.");
}

async function readKeys(app: App, url: string) {
  const found = await readDocument(app, url);
  if (found === null || !Array.isArray(found["keys"]))
    throw new Wrong("There is no set of keys (JWKS) at their address.");
  const { keys } = found;
  if (keys.length > mostIssuerKeys) throw new Wrong(`The set has more than ${mostIssuerKeys} keys.`);
  const usable = keys.filter(isUsableIssuerKey);
  if (usable.length === 0) {
    throw new Wrong("The set has no public key for signatures. RSA keys need 2048 bits, and private keys are refused.");
  }
  return usable;
}

/** Asks an issuer as workers do, and reports step by step what is wrong. */
export const testTokenIssuer: Handlers["testTokenIssuer"] = async ({ app, body }) => {
  const { issuer, jwksUrl, algorithms } = body;
  const steps: { step: Step; outcome: "ok" | "failed"; message: string }[] = [];
  let step: Step = "discovery";
  const passed = (message: string, next: Step) => {
    steps.push({ step, outcome: "ok", message });
    step = next;
  };
  try {
    const keysAt = jwksUrl ?? (await discover(app, issuer));
    passed(
      jwksUrl === null ? "The issuer's metadata says where its keys are." : "Not needed: you say where the keys are.",
      "keys",
    );
    const keys = await readKeys(app, keysAt);
    passed(`There ${keys.length === 1 ? "is 1 key" : `are ${keys.length} keys`} that can verify tokens.`, "algorithms");
    const fitting = algorithms.filter((algorithm) => keys.some((key) => fitsAlgorithm(key, algorithm)));
    if (fitting.length === 0) {
      throw new Wrong(`No key is for ${algorithms.join(" or ")}. Choose the algorithm that the issuer signs with.`);
    }
    passed(`There are keys for ${fitting.join(" and ")}.`, "algorithms");
  } catch (error) {
    if (!(error instanceof Wrong)) app.log.info({ problem: loggedChain(error), step }, "the test of an issuer failed");
    const message = error instanceof Wrong ? error.message : sayOutsideProblem(error, "issuer");
    steps.push({ step, outcome: "failed", message });
  }
  return { ok: steps.every(({ outcome }) => outcome === "ok"), steps };
};
