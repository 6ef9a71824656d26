import type { ScimClient } from "./client.ts";

/** A request of a client, once its token and its body are read. */
export interface ScimRequest {
  client: ScimClient;
  /** Of the path; empty where it has none. */
  id: string;
  url: string;
  body: unknown;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

export interface ScimAnswer {
  status: 200 | 201 | 204 | 304;
  body: object | null;
  /** Of a resource: its version, and where it is. */
  version?: string;
  location?: string;
}

export type ScimHandler = (request: ScimRequest) => Promise<ScimAnswer>;
