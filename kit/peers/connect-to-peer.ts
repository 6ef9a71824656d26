// Why: docs/decisions/peers-prove-themselves.md
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { buildConnector } from "undici";
import type { Authorities } from "../tls/follow-authorities.ts";
import { tokensEqual } from "../tokens-equal.ts";
import { challengeHeader, proofOf, proofPath } from "./peer-proof.ts";
import { readAnswer, type PeerAnswer } from "./read-answer.ts";

export interface Peer {
  /** The role's origin, with the path before `/internal` if it has one. */
  url: string;
  /** The name to use in TLS, in place of the address. */
  servername?: string | undefined;
  /** The authorities for its certificate; unset: those that Node knows. */
  authorities?: Authorities | undefined;
  /** The token that the role must prove to know. */
  token: string;
  /** How long the proof may take. */
  timeoutMs: number;
}

/** For undici's pools, and `connectToPeer`. */
export type PeerConnector = buildConnector.connector;

const isReset = (error: unknown) => ["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * Thrown when the peer has not proven its role. We sent it nothing but a challenge. For callers, the connection failed.
 */
class UnprovenPeer extends Error {
  override name = "UnprovenPeer";
  readonly code = "ECONNREFUSED";
}

function proofsIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { proofs?: unknown } | null)?.proofs;
  } catch {
    return undefined;
  }
}

const isProof = ({ status, body }: PeerAnswer, wanted: string): boolean => {
  const proofs = proofsIn(body);
  return status === 200 && Array.isArray(proofs) && proofs.some((one) => tokensEqual(one as string, wanted));
};

/**
 * Dials by TLS 1.3 if the address is https. New authorities need a new dialler: undici resumes kept sessions (RFC 8446
 * section 2.2), which were verified with the old authorities.
 */
function dialler({ servername, authorities, timeoutMs }: Peer): () => PeerConnector {
  let madeFor: string | undefined;
  let made: PeerConnector | undefined;
  return () => {
    const ca = authorities?.current;
    if (made !== undefined && ca === madeFor) return made;
    madeFor = ca;
    return (made = buildConnector({
      timeout: timeoutMs,
      allowH2: false,
      ...(servername === undefined ? {} : { servername }),
      ...(ca === undefined ? {} : { ca }),
      minVersion: "TLSv1.3",
    }));
  };
}

/**
 * Connects to a role, by TLS 1.3 if its address is https. It hands a connection out only after the role has proven on
 * it that it knows the token.
 */
export function peerConnector(peer: Peer): PeerConnector {
  const { url, token, timeoutMs } = peer;
  const connectorNow = dialler(peer);
  const { host, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, "") + proofPath;

  async function prove(socket: Socket): Promise<void> {
    const challenge = randomBytes(32).toString("base64url");
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${challengeHeader}: ${challenge}\r\n\r\n`);
    const slow = setTimeout(
      () => socket.destroy(new UnprovenPeer("The peer did not answer the challenge.")),
      timeoutMs,
    );
    const answer = await readAnswer(socket).finally(() => clearTimeout(slow));
    if (!isProof(answer, proofOf(token, challenge)))
      throw new UnprovenPeer(
        `The server at ${host} does not prove that it knows the token (it answered ${answer.status}).`,
      );
    if (answer.headers.get("connection")?.toLowerCase() === "close") throw new UnprovenPeer("The peer is leaving.");
  }

  return (options, callback) =>
    connectorNow()(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const failed = (cause: unknown) => {
        socket.destroy();
        const isKnown = cause instanceof UnprovenPeer || isReset(cause);
        callback(isKnown ? (cause as Error) : new UnprovenPeer("The peer could not be reached.", { cause }), null);
      };
      // oxlint-disable-next-line promise/no-callback-in-promise -- undici's connectors call back
      prove(socket).then(() => callback(null, socket), failed);
    });
}

/** Opens a separate proven connection. Rejects with the signal's reason, or if it cannot connect. */
export function connectToPeer(
  peer: Pick<Peer, "url">,
  connector: PeerConnector,
  signal?: AbortSignal,
): Promise<Socket> {
  const { protocol, hostname, port, host } = new URL(peer.url);
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason as Error);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) return stop();
    const usual = protocol === "https:" ? "443" : "80";
    connector(
      { protocol, hostname: hostname.replace(/^\[|\]$/g, ""), host, port: port === "" ? usual : port },
      (error, socket) => {
        signal?.removeEventListener("abort", stop);
        if (error !== null) return reject(error);
        if (signal?.aborted === true) socket.destroy();
        else resolve(socket);
      },
    );
  });
}
