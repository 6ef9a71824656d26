import type { PeerConnector } from "@ferrule/kit/peers/connect-to-peer.ts";
import { isPassing, patienceMs, pausesMs } from "./dial-pauses.ts";

/**
 * Dials again, for two seconds, when no connection could be made: a control plane that leaves refuses new ones, and the
 * load balancer soon chooses another. Nothing has been sent yet, so nothing happens twice.
 */
export function persistentConnector(connector: PeerConnector): PeerConnector {
  return (options, callback) => {
    const deadline = performance.now() + patienceMs;
    const pauses = pausesMs();
    const dial = () =>
      connector(options, (...[error, socket]) => {
        if (error === null) return callback(null, socket);
        const pause = pauses.next().value;
        if (!isPassing(error) || performance.now() + pause > deadline) return callback(error, null);
        setTimeout(dial, pause);
      });
    dial();
  };
}
