const tied =
  "An operation of one changes, shows or is refused by what the other keeps, and each asks the other's owner.";

/**
 * Folders that import each other although no files do, sorted by name, each with the reason. Do not add a pair for
 * convenience: first check whether a file is in the wrong room.
 */
export const foldersThatMeet: Readonly<Record<string, string>> = {
  "console/api console/components": "What is picked of a list is fetched by one, and shown by the other.",
  "console/pages console/shell":
    "The shell holds the pages, and opens the dialog and the search that may come up on each.",
  "contract/internal contract/resources":
    "Workers and clients are told of the same things: a resource shows parts of an execution, a job holds parts of a resource.",
  "control-plane/account control-plane/session": "A token of an account stands for a session.",
  "control-plane/api-keys control-plane/runtime-endpoints": "A list of endpoints counts the keys of each.",
  "control-plane/auth-policies control-plane/runtime-endpoints":
    "A new endpoint has a policy, and a list of them shows it.",
  "control-plane/collections control-plane/functions": tied,
  "control-plane/collections control-plane/records": "A schema is changed only as far as the records allow.",
  "control-plane/erasures control-plane/executions":
    "An erasure reaches executions, and one that is recorded later is dropped if it was erased before.",
  "control-plane/oauth control-plane/secrets": "Signing keys are sealed, and resealed with the secrets.",
  "control-plane/passwords control-plane/session": "A sign-in counts attempts, and a new password ends sessions.",
  "control-plane/projects control-plane/session": "A session is on a Project.",
  "control-plane/session control-plane/users": "A session is a user's, and who is disabled has none.",
  "worker/endpoints worker/http-api": "What is deployed is compiled to a table of routes.",
  "worker/endpoints worker/mcp": "What is deployed is compiled to a table of tools.",
  "worker/http-api worker/serving": "The server hands an exchange to the runtime that its path names.",
  "worker/mcp worker/serving": "The server hands an exchange to the runtime that its path names.",
  "worker/serving worker/tokens": "A refused token is answered as the exchange demands.",
};
