import type { ErrorCode } from "@ferrule/contract/errors.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { OperationName, Operations } from "@ferrule/contract/operations.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { SignedIn } from "@ferrule/control-plane/testing/test-control-plane.ts";
import type { Site } from "./site.ts";

/** A request of one operation, before the headers that say who asks. */
export interface Prepared {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** A body that is sent as it is, of an operation that declares a `stream`. */
  text?: string;
  headers?: Record<string, string>;
  /** The present revision of what is to be changed, where the operation honours `If-Match`. */
  revision?: number;
  /** Somebody else changes what it is about while it is answered. */
  meanwhile?: true;
  /** The id that its audit event is about, where neither the answer nor the last path parameter is it. */
  target?: string;
}

/** Where a request is made, and who will make it. */
export interface Scene {
  site: Site;
  asker: SignedIn;
}

/** Makes, each time, everything that a request needs to succeed (or to fail as wanted), and the request. */
export type Prepare = (scene: Scene) => Promise<Prepared>;

/** How the rules can be shown for one operation. */
export interface Recipe {
  prepare: Prepare;
  /**
   * Whose things its path parameters name; by default the Project's, where its scope is `project`. `nobody`: the path
   * gives its name to what the request makes.
   */
  belongsTo?: "project" | "user" | "installation" | "nobody";
  /** Success ends the asker's session or changes its token, so each request is made by somebody of their own. */
  spendsSession?: true;
  /** A caller without an account does it, whom the audit knows by their address only. */
  byCaller?: true;
  /** Answered only once a worker has done its job. */
  waitsForWorker?: true;
}

type Declared<O extends Operation> = O["errors"] extends readonly (infer Code extends ErrorCode)[] ? Code : never;

type Refusals<O extends Operation> = [Declared<O>] extends [never]
  ? { refusals?: undefined }
  : {
      /** A request for each error code that the operation declares: what makes it fail late. */
      refusals: { [Code in Declared<O>]: Prepare };
    };

type Other<O extends Operation> = O extends { idempotent: true }
  ? {
      /** Another body than the one given, for the same `Idempotency-Key`. */
      other: (body: never) => unknown;
    }
  : { other?: undefined };

type InEnvironment<O extends Operation> = O extends { rolesIn: object }
  ? {
      /** A request that touches this environment. */
      inEnvironment: (scene: Scene, environment: Environment) => Promise<Prepared>;
    }
  : { inEnvironment?: undefined };

/** A recipe for each operation of the table: one without a recipe does not compile, and fails every rule. */
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
