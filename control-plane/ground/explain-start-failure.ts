import { ListenError } from "@ferrule/kit/network/listen.ts";

/** Errors of PostgreSQL or of the connection to it, as a sentence for the person who set DATABASE_URL. */
const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its host name is not known",
  EAI_AGAIN: "its host name cannot be looked up now",
  ETIMEDOUT: "it does not answer",
  ENOENT: "its socket is not there",
  ECONNRESET: "it closed the connection",
  "28P01": "it refused the password",
  "28000": "it refused the user",
  "3D000": "it has no database of that name",
  "42501": "the user lacks a privilege",
  "53300": "it has no connection left",
  "57P03": "it is starting or stopping",
};

/** One sentence that says why the control plane did not start. Of DATABASE_URL, it shows only the host. */
export function explainStartFailure(error: unknown, databaseUrl: string | undefined): string {
  const { code, message, name } = error as { code?: string; message?: string; name?: string };
  const reason = code === undefined ? undefined : reasons[code];
  if (reason !== undefined && !(error instanceof ListenError)) {
    const host = databaseUrl !== undefined && URL.canParse(databaseUrl) ? new URL(databaseUrl).host : "";
    return `The database${host === "" ? "" : ` at ${host}`} cannot be used: ${reason} (${code}). Check DATABASE_URL.`;
  }
  const ours = name !== undefined && name !== "Error" && name.endsWith("Error") && typeof message === "string";
  return ours ? message : `The control plane did not start: ${message ?? "unknown reason"}`;
}
