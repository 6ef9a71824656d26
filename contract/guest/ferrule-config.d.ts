/** `export const config`: the settings of a Function, in its source. */
declare module "ferrule" {
  /** The slugs of the Project's Functions, with the types of their inputs. */
  export interface ProjectFunctions {}

  /** A name in the Project, or one that does not exist yet. */
  type NameOf<Known> = (keyof Known & string) | (string & {});

  /**
   * The things that this Function may use. It gets those that it declares here and that the policy of the endpoint
   * allows.
   */
  export interface ConfigPermissions {
    readonly secrets?: readonly NameOf<ProjectSecrets>[];
    /** Hosts that `fetch` may reach: `api.example.com`, `*.example.com`, `http://host:port`. */
    readonly hosts?: readonly string[];
    readonly collections?: readonly {
      readonly name: NameOf<ProjectCollections>;
      readonly access: "read" | "write" | "read-write";
    }[];
    readonly cache?: boolean;
    readonly connections?: readonly NameOf<ProjectConnections>[];
    /** Slugs of the Functions whose runs `ctx.runs.start` may start. */
    readonly runs?: readonly NameOf<ProjectFunctions>[];
  }

  /** How runs of a durable Function are started, limited and moved. */
  export interface RunPolicy {
    /** A run ends as `expired` after this time, in seconds: 1 to 2,592,000 (30 days); default: 86,400 (a day). */
    readonly deadlineSeconds?: number;
    /**
     * At a release or a rollback, runs `stay` with the deployment that they began with, or `move` to the new one at
     * their next step; default: `stay`.
     */
    readonly onRelease?: "stay" | "move";
    /** A JSON pointer into the input, such as `/orderId`: runs with the same value are one. Default: null. */
    readonly key?: string | null;
    /**
     * How many runs may be under way at once; the others wait. `per` says for what: `function`, `tenant`, or a JSON
     * pointer into the input. `limit`: 1 to 1,000. Default: null, without a limit.
     */
    readonly concurrency?: {
      readonly limit: number;
      readonly per?: "function" | "tenant" | (string & {});
    } | null;
    /**
     * How many runs may begin in a time; the others wait. `limit`: 1 to 10,000; `perSeconds`: 1 to 86,400. Default: null,
     * without a limit.
     */
    readonly rate?: { readonly limit: number; readonly perSeconds: number } | null;
  }

  /**
   * The settings that `export const config = {…} satisfies Config` sets. Ferrule reads them without running the code,
   * so write literals. Nobody can change these settings elsewhere.
   */
  export interface Config {
    /** The Function's name in the console: 1 to 120 characters. */
    readonly name?: string;
    readonly description?: string;
    /** The time limit of a call in milliseconds: 1 to 300,000; default: 10,000. */
    readonly timeoutMs?: number;
    /** Megabytes of memory: 8 to 512; default: 64. */
    readonly memoryMb?: number;
    readonly permissions?: ConfigPermissions;
    /**
     * `call`: a caller waits for the result. `durable`: the Function has steps, may wait for days, and survives crashes.
     * Default: `call`.
     */
    readonly run?: "call" | "durable";
    /** Only a durable Function uses it. */
    readonly runPolicy?: RunPolicy;
  }
}
