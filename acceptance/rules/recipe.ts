import type { ErrorCode } from "@ferrule/contract/errors.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { OperationName, Operations } from "@ferrule/contract/operations.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { SignedIn } from "@ferrule/control-plane/testing/test-control-plane.ts";
import type { Site } from "./site.ts";

/** A request of one operation, without the headers for authentication. */
export interface Prepared {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** A raw body, for an operation that declares a `stream`. */
  text?: string;
  headers?: Record<string, string>;
  /** The current revision of the thing to change, if the operation honours `If-Match`. */
  revision?: number;
  /** Changes the thing as somebody else, while the request is being handled. */
  meanwhile?: true;
  /** The id in its audit event, if neither the response nor the last path parameter has it. */
  target?: string;
}

/** The place of a request, and the user who will make it. */
export interface Scene {
  site: Site;
  asker: SignedIn;
}

/** Makes the request and, each time, everything that it needs to succeed (or to fail as intended). */
export type Prepare = (scene: Scene) => Promise<Prepared>;

/** How to demonstrate the rules for one operation. */
export interface Recipe {
  prepare: Prepare;
  /**
   * The owner of the things in its path parameters; by default the Project, if that is its scope. `nobody`: the path
   * names the thing that the request makes.
   */
  belongsTo?: "project" | "user" | "installation" | "nobody";
  /** An archived Project has no such thing any more. */
  endsWithProject?: true;
  /** Success ends the user's session or changes its token, so each request has its own user. */
  spendsSession?: true;
  /** A caller without an account does it; the audit knows only their address. */
  byCaller?: true;
  /** The response comes only when a worker has done the job. */
  waitsForWorker?: true;
}

type Declared<O extends Operation> = O["errors"] extends readonly (infer Code extends ErrorCode)[] ? Code : never;

type Refusals<O extends Operation> = [Declared<O>] extends [never]
  ? { refusals?: undefined }
  : {
      /** For each error code that the operation declares, a request that fails late in that way. */
      refusals: { [Code in Declared<O>]: Prepare };
    };

type Other<O extends Operation> = O extends { idempotent: true }
  ? {
      /** Another body for the same `Idempotency-Key`. */
      other: (body: never) => unknown;
    }
  : { other?: undefined };

type InEnvironment<O extends Operation> = O extends { rolesIn: object }
  ? {
      /** A request that touches this environment. */
      inEnvironment: (scene: Scene, environment: Environment) => Promise<Prepared>;
    }
  : { inEnvironment?: undefined };

/** A recipe for each operation of the table: without one, it does not compile, and fails every rule. */
export type Recipes = {
  [Name in OperationName]: Recipe &
    Refusals<Operations[Name]> &
    Other<Operations[Name]> &
    InEnvironment<Operations[Name]>;
};

/** A recipe as the rules read it. */
export interface AnyRecipe extends Recipe {
  refusals?: Partial<Record<ErrorCode, Prepare>> | undefined;
  other?: ((body: never) => unknown) | undefined;
  inEnvironment?: ((scene: Scene, environment: Environment) => Promise<Prepared>) | undefined;
}

export interface Ready {
  asker: SignedIn;
  prepared: Prepared;
}
