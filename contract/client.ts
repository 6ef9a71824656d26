import { createCaller, type AnyInput, type CallOptions, type ClientOptions } from "./call-operation.ts";
import type { Answer, Given, Operation, Parts } from "./operation.ts";
import { operationNames, operations, type OperationName, type Operations } from "./operations.ts";

export { ApiError } from "./api-error.ts";

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : undefined extends T
      ? { [K in Name]?: T }
      : { [K in Name]: T };

/** The arguments of a call: `params`, `query` and `body` if the operation has them; optional if they may be empty. */
export type Input<O extends Parts> = Part<"params", Given<O>["params"]> &
  Part<"query", Given<O>["query"]> &
  Part<"body", Given<O>["body"]>;

type Call<O extends Operation> =
  Record<string, never> extends Input<O>
    ? (input?: Input<O> & CallOptions) => Promise<Answer<O>>
    : (input: Input<O> & CallOptions) => Promise<Answer<O>>;

/** One function for each operation, named as in the operation table. */
export type Client = { [K in OperationName]: Call<Operations[K]> };

/**
 * A client of the management API, typed by the operation table: `client.getFunction({ params: { functionId } })`
 * returns the body. Mutations carry the CSRF token from its cookie. Runs in browsers and in Node.
 * @throws ApiError for every error response
 */
export function createClient(options: ClientOptions): Client {
  const call = createCaller(options);
  const calls = operationNames.map((name) => [name, (input: AnyInput = {}) => call(operations[name], input)] as const);
  return Object.fromEntries(calls) as unknown as Client;
}
