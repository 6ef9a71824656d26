import type { Http2Server, Http2Session, Http2Stream } from "node:http2";
import { constants } from "node:http2";
import type { Bounds } from "../bounds.ts";

interface Guarded {
  streams: Set<Http2Stream>;
  /** The time at which it was opened, or at which its latest stream ended; `performance.now()`. */
  idleSince: number;
  hasServed: boolean;
  isLeaving: boolean;
  /** The PING and SETTINGS frames since the latest check. */
  control: number;
}

/** Why a connection was ended before its client wished. */
export type CutReason = "flood" | "protocol";

/** The HTTP/2 connections of a server. */
export interface GuardedSessions {
  /** How many sessions were ended because of their clients. */
  readonly cuts: Readonly<Record<CutReason, number>>;
  /** Asks every client to open no more streams here, even clients that come later. */
  leave: () => void;
  /** Ends them all. */
  destroy: () => void;
}

/**
 * Limits the time and number of things that Node and nghttp2 do not limit: connections without a request, a request's
 * silence, and PING and SETTINGS frames, each of which needs an answer.
 */
export function guardSessions(server: Http2Server, bounds: Bounds): GuardedSessions {
  const cuts = { flood: 0, protocol: 0 };
  const all = new Map<Http2Session, Guarded>();
  let isLeaving = false;
  const leave = (session: Http2Session, guarded: Guarded) => {
    // It was already asked to leave, and had time until this check.
    if (guarded.isLeaving) return session.destroy();
    guarded.isLeaving = true;
    session.close();
  };
  const look = () => {
    const now = performance.now();
    for (const [session, guarded] of all) {
      guarded.control = 0;
      if (guarded.streams.size > 0) continue;
      const mostMs = guarded.hasServed ? bounds.keepAliveTimeoutMs : bounds.headersTimeoutMs;
      if (guarded.isLeaving || now - guarded.idleSince > mostMs) leave(session, guarded);
    }
  };
  const timer = setInterval(look, bounds.timeoutCheckMs).unref();
  server.on("session", (session) => {
    const idleSince = performance.now();
    const guarded = { streams: new Set<Http2Stream>(), idleSince, hasServed: false, isLeaving: false, control: 0 };
    all.set(session, guarded);
    session.once("close", () => all.delete(session));
    session.setLocalWindowSize(bounds.http2ConnectionWindowBytes);
    const count = () => {
      guarded.control += 1;
      if (guarded.control !== bounds.http2ControlFrames + 1) return;
      cuts.flood += 1;
      session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    };
    session.on("ping", count).on("remoteSettings", count);
    if (isLeaving) leave(session, guarded);
  });
  server.on("sessionError", (error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith("ERR_HTTP2_") === true) cuts.protocol += 1;
  });
  server.on("stream", (stream) => {
    const guarded = stream.session === undefined ? undefined : all.get(stream.session);
    if (guarded === undefined) return;
    guarded.streams.add(stream);
    guarded.hasServed = true;
    stream.setTimeout(bounds.idleTimeoutMs, () => stream.close(constants.NGHTTP2_CANCEL));
    stream.once("close", () => {
      guarded.streams.delete(stream);
      guarded.idleSince = performance.now();
    });
  });
  return {
    cuts,
    leave() {
      isLeaving = true;
      for (const [session, guarded] of all) if (!guarded.isLeaving) leave(session, guarded);
    },
    destroy() {
      clearInterval(timer);
      for (const session of all.keys()) session.destroy();
    },
  };
}
