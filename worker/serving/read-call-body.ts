import type { ServedEndpoint } from "../endpoints/served-endpoint.ts";
import { smallBodyBytes } from "./body-room.ts";
import type { Exchange } from "./exchange.ts";

export type CallBody = Buffer | "too-large" | "no-room";

/**
 * Reads the body of a call of this endpoint; a large one only when there is room for it. `done` is called once; never when the
 * client has gone before the end.
 */
export function readCallBody(
  { request, response, bodies, body }: Exchange,
  { projectId, maxBodyBytes }: Pick<ServedEndpoint, "projectId" | "maxBodyBytes">,
  done: (body: CallBody) => void,
): void {
  if (body !== undefined) return done(body);
  const { headers } = request;
  const isEmpty = headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
  const declared = headers["content-length"] === undefined ? maxBodyBytes : Number(headers["content-length"]);
  if (isEmpty || declared <= smallBodyBytes || declared > maxBodyBytes) return request.readBody(maxBodyBytes, done);
  bodies.take(projectId, declared, (giveBack) => {
    if (giveBack === null) return done("no-room");
    if (response.destroyed) return giveBack();
    response.once("close", giveBack);
    request.readBody(maxBodyBytes, done);
  });
}
