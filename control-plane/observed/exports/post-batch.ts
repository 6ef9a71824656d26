import type { App } from "../../ground/app.ts";
import { askOutside, OutsideRefused } from "../../ground/outside/ask-outside.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";
import type { ExportRow } from "../../ground/store/tables/exports.ts";
import { openAuthorization } from "./export-seal.ts";

/**
 * Thrown when the receiver did not take a batch. The message is for the person who set up the export, and holds nothing
 * secret.
 */
export class NotTaken extends Error {
  override name = "NotTaken";
}

const answerBytes = 65_536;
export const answerMs = 30_000;

const connectionProblems: Record<string, string> = {
  ECONNREFUSED: "Nothing listens at its address.",
  ENOTFOUND: "Its name is not known.",
  EAI_AGAIN: "Its name could not be looked up.",
  ECONNRESET: "It closed the connection.",
  UND_ERR_SOCKET: "It closed the connection.",
  UND_ERR_ABORTED: "The proxy does not connect to it.",
  UND_ERR_CONNECT_TIMEOUT: "It did not answer.",
  ABORT_ERR: `It did not answer within ${answerMs / 1_000} seconds.`,
};

/** The failure as a sentence for the person who set up the export. */
export function describeFailure(error: unknown): string {
  if (error instanceof NotTaken) return error.message;
  if (error instanceof OutsideRefused)
    return "Its address is private, or public without TLS. EGRESS_ALLOW_PRIVATE can allow it.";
  if (error instanceof SealError)
    return "The authorization cannot be decrypted with the encryption keys of this installation.";
  const { code } = error as { code?: unknown };
  if (error instanceof Error && error.name === "TimeoutError") return connectionProblems["ABORT_ERR"]!;
  return (typeof code === "string" ? connectionProblems[code] : undefined) ?? "The connection to it failed.";
}

interface Posted {
  number: number | "test";
  /** Identifies the database. One that was restored from a backup continues with another epoch. */
  epoch: string;
  text: string;
}

/**
 * Sends lines to the receiver. It resolves when the receiver has returned 2xx, and so has the lines.
 * @throws NotTaken and what `askOutside` throws
 */
export async function postBatch(app: App, row: ExportRow, { number, epoch, text }: Posted): Promise<void> {
  const authorization = await openAuthorization(app, row);
  const { status } = await askOutside(new URL(row.url ?? ""), {
    method: "POST",
    headers: {
      "content-type": "application/x-ndjson",
      "content-length": String(Buffer.byteLength(text)),
      "user-agent": "Ferrule",
      "x-ferrule-batch": String(number),
      "x-ferrule-epoch": epoch,
      ...(authorization === null ? {} : { [row.headerName]: authorization }),
    },
    body: text,
    egress: app.settings,
    mostBytes: answerBytes,
    mostMs: answerMs,
  });
  if (status < 200 || status > 299) throw new NotTaken(`It answered ${status}.`);
}
