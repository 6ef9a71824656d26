import { useRef, useState } from "react";
import { pathOf } from "../endpoint.ts";
import type { triedRevisions } from "../search.ts";
import { exchange, type Exchange } from "./exchange.ts";
import type { TryProps } from "./try-props.ts";
import { answerOf, headersOf, messageOf, type RpcAnswer } from "./rpc.ts";

const kept = 20;

/** What came back of a request. */
export interface RpcDone {
  exchange: Exchange;
  answer: RpcAnswer | null;
}

const titleOf = (method: string, { name, uri }: Record<string, unknown>): string => {
  const what = [name, uri].find((one) => typeof one === "string");
  return what === undefined ? method : `${method} ${what}`;
};

/** Sends JSON-RPC to the endpoint and keeps all requests and responses. */
export function useRpc({ endpoint, environment, apiKey }: TryProps, revision: (typeof triedRevisions)[number]) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const next = useRef(1);
  const send = async (
    method: string,
    params: Record<string, unknown> = {},
    { inputSchema, signal }: { inputSchema?: Record<string, unknown>; signal?: AbortSignal } = {},
  ): Promise<RpcDone> => {
    const message = messageOf(revision, next.current, method, params);
    next.current += 1;
    const done = await exchange(
      {
        title: titleOf(method, params),
        url: pathOf(endpoint.urls[environment]),
        method: "POST",
        requestBody: message,
        headers: headersOf(revision, message, apiKey, inputSchema),
      },
      signal,
    );
    setExchanges((now) => [done, ...now].slice(0, kept));
    return { exchange: done, answer: answerOf(done.responseBody, message.id) };
  };
  return { revision, exchanges, send };
}

export type Send = ReturnType<typeof useRpc>["send"];
