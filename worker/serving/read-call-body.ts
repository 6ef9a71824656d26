import type { ServedEndpoint } from "../endpoints/served-endpoint.ts";
import { smallBodyBytes } from "./body-room.ts";
import { notStarted, refusal, type Exchange, type Refusal } from "./exchange.ts";
import { codingOf, inflate, takenCodings } from "./inflate.ts";

/** `unknown-coding`: compressed in a way that is not read here; `broken`: not compressed as it says. */
export type CallBody = Buffer | "too-large" | "no-room" | "unknown-coding" | "broken";

const wrong = { issues: [{ path: "body", message: "must be compressed as its Content-Encoding says" }] };

/** What is answered in place of a body. */
export const bodyRefusals: Record<Exclude<CallBody, Buffer>, Refusal> = {
  "too-large": refusal("PAYLOAD_TOO_LARGE"),
  "no-room": refusal("OVERLOADED", undefined, notStarted),
  "unknown-coding": refusal("UNSUPPORTED_MEDIA_TYPE", `Send the body uncompressed, or as ${takenCodings}.`, [
    "accept-encoding",
    takenCodings,
  ]),
  broken: { ...refusal("INPUT_INVALID"), details: wrong },
};

/**
 * Reads the body of a call of this endpoint, and inflates it; a large one only when there is room for it. The endpoint's limit holds for
 * what was sent and for what comes of it. `done` is called once; never when the client has gone before the end.
 */
export function readCallBody(
  { request, response, bodies, body }: Exchange,
  { projectId, maxBodyBytes }: Pick<ServedEndpoint, "projectId" | "maxBodyBytes">,
  done: (body: CallBody) => void,
): void {
  if (body !== undefined) return done(body);
  const { headers } = request;
  const coding = codingOf(headers["content-encoding"]);
  if (coding === "unknown") return done("unknown-coding");
  const read = (given: Buffer | "too-large"): void => {
    if (given === "too-large" || given.length === 0 || coding === null) return done(given);
    inflate(given, coding, maxBodyBytes, (inflated) => response.destroyed || done(inflated));
  };
  const isEmpty = headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
  const isOpen = headers["content-length"] === undefined || coding !== null;
  const declared = isOpen ? maxBodyBytes : Number(headers["content-length"]);
  if (isEmpty || declared <= smallBodyBytes || declared > maxBodyBytes) return request.readBody(maxBodyBytes, read);
  bodies.take(projectId, declared, (giveBack) => {
    if (giveBack === null) return done("no-room");
    if (response.destroyed) return giveBack();
    response.once("close", giveBack);
    request.readBody(maxBodyBytes, read);
  });
}
