import type { IncomingHttpHeaders } from "node:http";
import type { BodyType } from "@ferrule/contract/states.ts";
import { isInUtf8, mediaTypeOf } from "@ferrule/kit/http/media-type.ts";
import { refusal, type Refusal } from "../../serving/exchange.ts";

interface Taken {
  /** The value of `Accept` in a 415 (RFC 9110 section 15.5.16). */
  accept: string;
  /** `essence`: in lower case, without parameters; empty when the request has no type. */
  fits: (essence: string) => boolean;
  isText: boolean;
}

const json = /^application\/(?:[a-z0-9.!#$&^_-]+\+)?json$/;
const text =
  /^(?:text\/[a-z0-9.+!#$&^_-]+|application\/(?:[a-z0-9.!#$&^_-]+\+)?(?:json|xml|yaml)|application\/(?:javascript|x-ndjson|x-www-form-urlencoded))$/;

const taken: Record<BodyType, Taken> = {
  json: { accept: "application/json", fits: (essence) => json.test(essence), isText: true },
  form: {
    accept: "application/x-www-form-urlencoded",
    fits: (essence) => essence === "application/x-www-form-urlencoded",
    isText: true,
  },
  multipart: { accept: "multipart/form-data", fits: (essence) => essence === "multipart/form-data", isText: false },
  text: { accept: "text/plain", fits: (essence) => text.test(essence), isText: true },
  bytes: { accept: "*/*", fits: () => true, isText: false },
};

/** A 415 that names the right type; null when the route accepts the body's type. */
export function unfitMediaType(headers: IncomingHttpHeaders, type: BodyType): Refusal | null {
  const given = mediaTypeOf(headers["content-type"]);
  const { accept, fits, isText } = taken[type];
  if (fits(given.essence) && (!isText || isInUtf8(given))) return null;
  const inUtf8 = isText ? " in UTF-8" : "";
  return refusal("UNSUPPORTED_MEDIA_TYPE", `Send the body as ${accept}${inUtf8}.`, ["accept", accept]);
}
