import { CommandError } from "../command-error.ts";

const said: Record<string, string> = {
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the name cannot be looked up",
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection broke",
  EHOSTUNREACH: "no way to the host",
  ENETUNREACH: "no network",
  ETIMEDOUT: "no answer",
  UND_ERR_CONNECT_TIMEOUT: "no answer",
  UND_ERR_HEADERS_TIMEOUT: "no answer",
  UND_ERR_BODY_TIMEOUT: "the answer stopped",
  UND_ERR_SOCKET: "the connection broke",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "the answer is too large",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "this machine does not know who signed its certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "this machine does not know who signed its certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "this machine does not know who signed its certificate",
};

/** Certificate errors that NODE_EXTRA_CA_CERTS may fix. */
const ofSigner = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/;

/** The codes of an error and of its causes, the innermost first. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const several = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...codesOf(error.cause), ...several, ...own];
}

/** Describes a failure of the network by its innermost cause. */
export function networkError(address: string, error: unknown): CommandError {
  const code = codesOf(error)[0] ?? "NETWORK_ERROR";
  const why = said[code] ?? (error instanceof Error && error.cause instanceof Error ? error.cause.message : code);
  return new CommandError(code, `${address} cannot be reached: ${why}.`, {
    exit: "unreachable",
    hint: ofSigner.test(code)
      ? "Name the file of your own authority in NODE_EXTRA_CA_CERTS."
      : "Check the address and your network. `ferrule doctor` tries each step.",
    cause: error,
  });
}
