import type { ServedEndpoint } from "../../../deployed/endpoints/served-endpoint.ts";
import { smallBodyBytes, type GiveBack } from "./body-room.ts";
import { notStarted, refusal, type Exchange, type Refusal } from "../exchange.ts";
import { codingOf, inflate, takenCodings, type Inflate } from "./inflate.ts";

/** `unknown-coding`: a compression that we do not support; `broken`: its content does not match its coding. */
export type CallBody = Buffer | "too-large" | "no-room" | "unknown-coding" | "broken";

const wrong = { issues: [{ path: "body", message: "must be compressed as its Content-Encoding says" }] };

/** The refusal for each problem of a body. */
export const bodyRefusals: Record<Exclude<CallBody, Buffer>, Refusal> = {
  "too-large": refusal("PAYLOAD_TOO_LARGE"),
  "no-room": refusal("OVERLOADED", undefined, notStarted),
  "unknown-coding": refusal("UNSUPPORTED_MEDIA_TYPE", `Send the body uncompressed, or as ${takenCodings}.`, [
    "accept-encoding",
    takenCodings,
  ]),
  broken: { ...refusal("INPUT_INVALID"), details: wrong },
};

type Sized = Pick<ServedEndpoint, "projectId" | "maxBodyBytes">;
type Done = (body: CallBody) => void;

/**
 * Holds room for this many bytes until the call has its response; small bodies need none. It does not call `held` when
 * the client has left.
 */
function hold({ response, bodies }: Exchange, projectId: string, bytes: number, held: (room: GiveBack | null) => void) {
  if (bytes <= smallBodyBytes) return held(() => undefined);
  bodies.take(projectId, bytes, (giveBack) => {
    if (giveBack === null) return held(null);
    if (response.destroyed) return giveBack();
    response.once("close", () => giveBack());
    held(giveBack);
  });
}

/**
 * If a body turns out to be longer, the next try allows this many times as much. All tries together cost a third more
 * than the last one.
 */
const nextTry = 4;

/**
 * Inflates a body whose final length is unknown. It first tries the size of small bodies, then four times as much, and
 * so on up to the endpoint's limit. Afterwards it keeps only the room that the body needs.
 */
function inflateInRoom(exchange: Exchange, sized: Sized, body: Buffer, coding: Inflate, done: Done): void {
  const { projectId, maxBodyBytes } = sized;
  const attempt = (mostBytes: number): void =>
    hold(exchange, projectId, mostBytes, (giveBack) => {
      if (giveBack === null) return done("no-room");
      inflate(body, coding, mostBytes, (inflated) => {
        const length = typeof inflated === "string" ? 0 : inflated.length;
        giveBack(length <= smallBodyBytes ? 0 : length);
        if (exchange.response.destroyed) return;
        if (inflated !== "too-large" || mostBytes === maxBodyBytes) return done(inflated);
        attempt(Math.min(mostBytes * nextTry, maxBodyBytes));
      });
    });
  attempt(Math.min(smallBodyBytes, maxBodyBytes));
}

/**
 * Reads the body of a call of this endpoint, and inflates it. A large body needs room first: for the received bytes,
 * then for the inflated ones. The endpoint's limit applies to both. It calls `done` once, but never if the client has
 * gone before the end.
 */
export function readCallBody(exchange: Exchange, sized: Sized, done: Done): void {
  const { request, body } = exchange;
  if (body !== undefined) return done(body);
  const { headers } = request;
  const coding = codingOf(headers["content-encoding"]);
  if (coding === "unknown") return done("unknown-coding");
  const { projectId, maxBodyBytes } = sized;
  const length = headers["content-length"];
  const isEmpty = length === undefined && headers["transfer-encoding"] === undefined;
  // A gateway always sends the length.
  const declared = isEmpty ? 0 : length === undefined ? maxBodyBytes : Number(length);
  if (declared > maxBodyBytes) return done("too-large");
  hold(exchange, projectId, declared, (giveBack) => {
    if (giveBack === null) return done("no-room");
    request.readBody(maxBodyBytes, (given) => {
      if (typeof given === "string") return done(given);
      const isInflated = coding !== null && given.length > 0;
      if (!isInflated) {
        giveBack(given.length);
        return done(given);
      }
      inflateInRoom(exchange, sized, given, coding, (inflated) => {
        giveBack();
        done(inflated);
      });
    });
  });
}
