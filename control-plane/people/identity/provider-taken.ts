import { PublicError } from "@ferrule/contract/errors.ts";
import { violates } from "../../ground/store/constraint.ts";

/**
 * Turns the violation of a taken name, or of a taken client of an issuer, into CONFLICT; returns any other error
 * unchanged.
 */
export function providerTaken(error: unknown): unknown {
  if (violates(error, "identity_providers_name_taken")) {
    const message = "There is a provider of this name already.";
    return new PublicError("CONFLICT", message, { details: { fields: ["name"] }, cause: error });
  }
  if (!violates(error, "identity_providers_client_taken")) return error;
  const message = "This client of this issuer is set up already.";
  return new PublicError("CONFLICT", message, { details: { fields: ["clientId"] }, cause: error });
}
