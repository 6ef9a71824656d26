import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";
import { maskValues, type ValueMask } from "@ferrule/kit/masking/mask-values.ts";
import { passwordsOf } from "./passwords-of.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";

interface DriverError {
  code?: unknown;
  errno?: unknown;
  sqlState?: unknown;
  sqlMessage?: unknown;
  severity?: unknown;
  message?: unknown;
  hint?: unknown;
  constraint?: unknown;
}

const mostChars = 1_000;
/** The longest sentence of a server that we keep. */
const mostRead = 65_536;
const text = (value: unknown) => (typeof value === "string" ? value.slice(0, mostChars) : undefined);

/** Error numbers of MySQL. PostgreSQL has classes of SQLSTATE instead. */
const mysqlKinds: Record<number, "unique" | "slow" | "away" | "full"> = {
  1062: "unique",
  1317: "slow",
  1969: "slow",
  3024: "slow",
  1040: "full",
  1203: "full",
  1226: "full",
  1044: "away",
  1045: "away",
  1049: "away",
  1129: "away",
  1130: "away",
};

function kindOf(error: DriverError): "unique" | "slow" | "away" | "full" | "refused" | "network" {
  if (typeof error.errno === "number" && typeof error.sqlState === "string")
    return mysqlKinds[error.errno] ?? "refused";
  const { code } = error;
  if (typeof error.severity !== "string" || typeof code !== "string") return "network";
  if (code === "23505") return "unique";
  if (code === "57014") return "slow";
  if (code === "53300" || code === "53400") return "full";
  return /^(?:28|3D|08|57P)/.test(code) ? "away" : "refused";
}

const network: Record<string, string> = {
  ECONNREFUSED: "Nothing listens at the database's address.",
  ENOTFOUND: "The database's host has no address.",
  ECONNRESET: "The database's server closed the connection.",
  PROTOCOL_CONNECTION_LOST: "The database's server closed the connection.",
  ETIMEDOUT: "The database's server did not answer in time.",
  EHOSTUNREACH: "The database's host cannot be reached.",
  ENETUNREACH: "The database's host cannot be reached.",
  HANDSHAKE_NO_SSL_SUPPORT: "The database's server offers no TLS: the connection's TLS can only be off.",
};

function networkSentence({ code, message }: DriverError): string {
  const said = String(message);
  if (typeof code === "string" && network[code] !== undefined) return network[code];
  if (/does not support SSL/i.test(said)) return network["HANDSHAKE_NO_SSL_SUPPORT"]!;
  if (/CERT|SIGNATURE|TLS|SSL/.test(String(code)) || /certificate|altnames/i.test(said)) {
    const why = typeof code === "string" ? ` (${code})` : "";
    return `The certificate of the database's server is not trusted${why}: give its authority, or choose TLS without verification.`;
  }
  if (/timeout/i.test(said)) return network["ETIMEDOUT"]!;
  if (/terminated|closed/i.test(said)) return network["ECONNRESET"]!;
  return "The database cannot be reached just now.";
}

/** Hides the connection's password, in whatever form a server repeats it. */
const masks = new WeakMap<object, ValueMask | null>();
function withoutPassword(settings: Pick<OpenedConnection, "url">): (said: string) => string {
  let mask = masks.get(settings);
  if (mask === undefined) {
    mask = maskValues(passwordsOf(settings), maskMarker);
    masks.set(settings, mask);
  }
  return (said) => mask?.text(said) ?? said;
}

/**
 * The part of a driver's error that a Function may see: the server's words about a statement, otherwise a general
 * sentence.
 */
export function databaseError(
  given: unknown,
  settings: Pick<OpenedConnection, "url" | "statementTimeoutMs">,
): HostCallError {
  if (given instanceof HostCallError) return given;
  const error = (given ?? {}) as DriverError;
  const { statementTimeoutMs } = settings;
  const hide = withoutPassword(settings);
  const shown = (value: unknown) => text(typeof value === "string" ? hide(value.slice(0, mostRead)) : value);
  const said = shown(error.sqlMessage) ?? shown(error.message) ?? "no reason given";
  const sqlState = text(error.sqlState) ?? text(error.code);
  const details = { sqlState, hint: shown(error.hint), constraint: shown(error.constraint) };
  const extra = { cause: given, details: JSON.parse(JSON.stringify(details)) as object };
  const refuse = (code: HostCallError["code"], message: string) => new HostCallError(code, message, extra);
  const slow = `The statement took longer than the ${statementTimeoutMs} ms that its connection allows, or was cancelled.`;
  const kinds = {
    unique: () => refuse("UNIQUE_VIOLATION", `The database refused a duplicate: ${said}`),
    slow: () => refuse("LIMIT_EXCEEDED", slow),
    full: () => refuse("UNAVAILABLE", `The database takes no more connections: ${said}`),
    away: () => refuse("UNAVAILABLE", `The database refused the connection: ${said}`),
    refused: () => refuse("QUERY_FAILED", `The database refused the statement: ${said}`),
    network: () => new HostCallError("UNAVAILABLE", networkSentence(error), { cause: given }),
  };
  return kinds[kindOf(error)]();
}
