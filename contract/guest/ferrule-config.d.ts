/** `export const config`: the settings of a Function, beside its code. */
declare module "ferrule" {
  /** One of the Project's names, or one that it does not have yet. */
  type NameOf<Known> = (keyof Known & string) | (string & {});

  /** What this Function may use. It gets what it declares here and the policy of the endpoint allows. */
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
  }

  /**
   * The settings that `export const config = {…} satisfies Config` sets. Ferrule reads them without running the code, so
   * write literals. A setting that stands here cannot be changed elsewhere.
   */
  export interface Config {
    /** How the Function is called in the console: 1 to 120 characters. */
    readonly name?: string;
    readonly description?: string;
    /** Milliseconds that a call may take: 1 to 300,000, and 10,000 when it is not set. */
    readonly timeoutMs?: number;
    /** Megabytes of memory: 8 to 512, and 64 when it is not set. */
    readonly memoryMb?: number;
    readonly permissions?: ConfigPermissions;
  }
}
