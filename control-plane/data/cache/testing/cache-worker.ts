import type { HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { TestControlPlane } from "../../../testing/test-control-plane.ts";
import { sendHostCalls } from "../../../doors/internal/testing/connect-host-calls.ts";
import type { CachePlace } from "../../../ground/ports/cache.ts";

/** Where a call comes from, if not `home`. */
interface CallPlace extends Partial<CachePlace> {
  previewId?: string;
}

/** Sends a Function's cache calls as its worker would. */
export interface CacheWorker {
  /** Sends several in one request. */
  send: (calls: readonly Asked[]) => Promise<HostCallResult[]>;
  set: (key: string, value: unknown, over?: CallPlace & { ttlSeconds?: number }) => Promise<void>;
  /** The value; undefined when there is none. */
  get: (key: string, over?: CallPlace) => Promise<unknown>;
  delete: (key: string, over?: CallPlace) => Promise<boolean>;
  functionId: string;
}

export interface Asked extends CallPlace {
  name: string;
  argument: unknown;
}

export const home: CachePlace = { environment: "development", tenantId: "acme" };

export function cacheWorker({ internalUrl, settings }: TestControlPlane, projectId: string): CacheWorker {
  const functionId = identifier("fn");
  const send: CacheWorker["send"] = (calls) => {
    const common = { ...home, functionId, endpointId: null, executionId: identifier("exe") };
    const batch = { projectId, calls: calls.map((call) => ({ ...common, ...call })) };
    return sendHostCalls(internalUrl, settings.workerApiTokens[0], batch);
  };
  const ask = async (name: string, argument: unknown, over: CallPlace = {}) => {
    const [result] = await send([{ name, argument, ...over }]);
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    return result.value as { json?: string | null; deleted?: boolean };
  };
  return {
    functionId,
    send,
    async set(key, value, { ttlSeconds = 600, ...over } = {}) {
      await ask("cache.set", { key, json: JSON.stringify(value), ttlSeconds }, over);
    },
    async get(key, over) {
      const { json } = await ask("cache.get", { key }, over);
      return typeof json === "string" ? (JSON.parse(json) as unknown) : undefined;
    },
    delete: async (key, over) => (await ask("cache.delete", { key }, over)).deleted === true,
  };
}
