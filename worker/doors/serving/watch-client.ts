import type { ArtifactRoute, ArtifactTool } from "@ferrule/contract/internal/artifact.ts";
import { Cancellation } from "../../ground/cancellation.ts";
import type { CallResponse } from "../../ground/call.ts";

/** What a call knows about its client. */
export interface ClientWatch {
  /** The client has left before its response. */
  left: Cancellation;
  /** Aborted when the call has to end; undefined: it always continues. */
  signal: Cancellation | undefined;
  /** Stops listening; call it when the call has ended. */
  stop: () => void;
}

/** Whether a call of this binding is cancelled when its client leaves (docs/http.md, "When the client leaves"). */
export const endsWithClient = (
  { whenClientLeaves = "auto" }: Pick<ArtifactRoute | ArtifactTool, "whenClientLeaves">,
  onlyReads: boolean,
): boolean => (whenClientLeaves === "auto" ? onlyReads : whenClientLeaves === "cancel");

/** Listens for a client that closes its connection before it has the response. When that happens, it asks `isOn`. */
export function watchClient(response: CallResponse, mayEnd: boolean, isOn: () => boolean = () => true): ClientWatch {
  const left = new Cancellation();
  const signal = mayEnd ? new Cancellation() : undefined;
  const gone = (): void => {
    if (response.writableFinished) return;
    left.cancel();
    if (isOn()) signal?.cancel();
  };
  if (response.destroyed) gone();
  else response.once("close", gone);
  return { left, signal, stop: () => response.off("close", gone) };
}
