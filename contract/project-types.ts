import type { Environment } from "./states.ts";

/** The types that one Project adds to a Function's context. */
export interface ProjectTypes {
  secrets?: readonly { name: string; environments: readonly Environment[] }[];
  /** `type` is TypeScript: a record's data, by the collection's schema. */
  collections?: readonly { name: string; type: string }[];
  /** `type` is TypeScript: the rows of its tables by their names. */
  connections?: readonly { name: string; type: string }[];
  /** The Project's Functions by their slugs; `type` is TypeScript: the input, by its schema. */
  functions?: readonly { name: string; type: string }[];
}

const property = (doc: string, name: string, type: string) =>
  `    /** ${doc} */\n    ${JSON.stringify(name)}: ${type};`;

/**
 * Declarations that make the names of a Project's secrets, collections, connections and Functions literal types, on top of
 * `contract/guest/ferrule.d.ts`. The editor shows this text, and builds are checked against it. Equal Projects give
 * equal texts; empty if there is nothing to declare.
 */
export function projectTypes({
  secrets = [],
  collections = [],
  connections = [],
  functions = [],
}: ProjectTypes): string {
  const byName = <One extends { name: string }>(all: readonly One[]) =>
    [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
  const members = [
    secrets.length === 0
      ? []
      : [
          "  interface ProjectSecrets {",
          ...byName(secrets).map(({ name, environments }) =>
            property(`Has a value in ${environments.join(" and ")}.`, name, "string"),
          ),
          "  }",
        ],
    collections.length === 0
      ? []
      : [
          "  interface ProjectCollections {",
          ...byName(collections).map(({ name, type }) => property("What a record of it holds.", name, type)),
          "  }",
        ],
    connections.length === 0
      ? []
      : [
          "  interface ProjectConnections {",
          ...byName(connections).map(({ name, type }) => property("The rows of its tables.", name, type)),
          "  }",
        ],
    functions.length === 0
      ? []
      : [
          "  interface ProjectFunctions {",
          ...byName(functions).map(({ name, type }) => property("Its input.", name, type)),
          "  }",
        ],
  ].flat();
  return members.length === 0 ? "" : ['declare module "ferrule" {', ...members, "}", ""].join("\n");
}
