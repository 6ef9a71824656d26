import type { LimitAsk, LimitGrant } from "@ferrule/contract/internal/limits.ts";
import type { ControlPlaneClient } from "../ground/control-plane-client/control-plane-client.ts";

/** A control plane that counts in memory and never refills, so that tests can add up all grants. */
export interface LimitServer {
  client: Pick<ControlPlaneClient, "askLimits">;
  /** Rejects everything until it is called with false. */
  refuse: (refusing: boolean) => void;
  /** Counts everything but never responds, until it is called with false. */
  mute: (muted: boolean) => void;
  /** By limit: the requests that were granted and not given back, and those that were reported without a grant. */
  used: Map<string, number>;
  /** The number of messages, and the most asks in one. */
  messages: number;
  largest: number;
}

export function createLimitServer(workers: number): LimitServer {
  let refusing = false;
  let mute = false;
  const used = new Map<string, number>();

  function grant({ id, limit, owed, back, need, wants }: LimitAsk): LimitGrant {
    const before = (used.get(id) ?? 0) + owed - back;
    const given = Math.min(need, Math.max(0, limit - before));
    const spare = Math.floor((limit - before - given) / (4 * workers));
    const granted = given + Math.max(0, Math.min(wants, spare));
    const left = limit - before - granted;
    used.set(id, before + granted);
    return { granted, left, retryMs: left > 0 ? 0 : 3_600_000, resetMs: 3_600_000, resetsAt: null };
  }

  const server: LimitServer = {
    client: {
      async askLimits({ body: { asks } }) {
        if (refusing) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
        server.messages += 1;
        server.largest = Math.max(server.largest, asks.length);
        const answer = { workers, grants: asks.map(grant) };
        if (mute) throw new Error("the answer is lost");
        return answer;
      },
    },
    refuse: (on) => void (refusing = on),
    mute: (on) => void (mute = on),
    used,
    messages: 0,
    largest: 0,
  };
  return server;
}
