import { randomUUID } from "node:crypto";
import { ApiError } from "@ferrule/contract/api-error.ts";
import { type AnyInput, createCaller } from "@ferrule/contract/call-operation.ts";
import type { Client } from "@ferrule/contract/client.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import { operationNames, operations } from "@ferrule/contract/operations.ts";
import { CommandError } from "../command-error.ts";
import { version } from "../version.ts";
import type { Connection } from "./connection.ts";
import { networkError } from "./network-error.ts";

export interface Identity {
  token: string;
  /** The Project's id: the server refuses a change with another Project's id. */
  projectId?: string | undefined;
}

/** The headers of every request: the credential and the Project. */
export const headersOf = (identity: Identity | null): Record<string, string> => ({
  "user-agent": `ferrule-cli/${version}`,
  ...(identity === null ? {} : { authorization: `Bearer ${identity.token}` }),
  ...(identity?.projectId === undefined ? {} : { "x-project-id": identity.projectId }),
});

const notFerrule = (address: string) =>
  new CommandError("NOT_FERRULE", `${address} does not answer as an installation of Ferrule does.`, {
    exit: "unreachable",
    hint: "Check the address. A proxy in between may have answered.",
  });

/**
 * The client of the management API over a connection. Operations that take an idempotency key get one, so a request can
 * be sent again if we do not know whether it arrived.
 * @throws ApiError for every error response; CommandError for failures of the network
 */
export function clientOver(connection: Connection, identity: Identity | null, signal: AbortSignal): Client {
  const { address, fetch } = connection;
  const call = createCaller({ baseUrl: address, fetch, headers: headersOf(identity) });
  const carryOut = async (operation: Operation, input: AnyInput) => {
    const headers = operation.idempotent ? { "idempotency-key": randomUUID(), ...input.headers } : input.headers;
    try {
      const answer = await call(operation, { signal, ...input, ...(headers ? { headers } : {}) });
      if (typeof answer === "string" && operation.alternative === undefined) throw notFerrule(address);
      return answer;
    } catch (error) {
      if (error instanceof ApiError || error instanceof CommandError || signal.aborted) throw error;
      // The body broke off, or is not the JSON that its type promises.
      throw error instanceof SyntaxError ? notFerrule(address) : networkError(address, error);
    }
  };
  const calls = operationNames.map((name) => [name, (input: AnyInput = {}) => carryOut(operations[name], input)]);
  return Object.fromEntries(calls) as Client;
}
