/** `export const config`: the settings of a Function, in its source. */
declare module "ferrule" {
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
  }
}
