/**
 * Ids by slug or name. A step that creates something adds its id, so that the steps after it find it: they look up an id
 * only when they are applied.
 */
export interface KnownIds {
  functions: Map<string, string>;
  endpoints: Map<string, string>;
  collections: Map<string, string>;
}

interface Rows {
  functions?: readonly { slug: string; id: string }[];
  endpoints?: readonly { slug: string; id: string }[];
  collections?: readonly { name: string; id: string }[];
}

/** The ids of what is there before the first step. */
export const knownIds = ({ functions = [], endpoints = [], collections = [] }: Rows): KnownIds => ({
  functions: new Map(functions.map(({ slug, id }) => [slug, id])),
  endpoints: new Map(endpoints.map(({ slug, id }) => [slug, id])),
  collections: new Map(collections.map(({ name, id }) => [name, id])),
});
