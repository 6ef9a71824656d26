import type { ScimClient } from "./client.ts";

/** A request of a client, after we have read its token and its body. */
export interface ScimRequest {
  client: ScimClient;
  /** The id in the path; empty when it has none. */
  id: string;
  url: string;
  body: unknown;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

export interface ScimAnswer {
  status: 200 | 201 | 204 | 304;
  body: object | null;
  /** The version and the address of a resource. */
  version?: string;
  location?: string;
}

export type ScimHandler = (request: ScimRequest) => Promise<ScimAnswer>;
