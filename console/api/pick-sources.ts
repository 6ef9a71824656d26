import type { Environment } from "@ferrule/contract/states.ts";
import { useEffect } from "react";
import type { PickPages, PickSource } from "../components/choose/pick-source.ts";
import type { Choice } from "../components/choose/select.tsx";
import { useListed, type ListOfNamed } from "./use-listed.ts";
import { usePages, type InputOf, type ItemOf } from "./use-operation.ts";

const pageSize = 20;

/** A source of choices from a list of the API, which the server searches. */
function sourceOf<L extends ListOfNamed>(
  list: L,
  none: string,
  choiceOf: (item: ItemOf<L>) => Choice<string>,
  only: object = {},
): PickSource {
  return {
    none,
    useFound(text, enabled) {
      const query = { ...only, limit: pageSize, sort: list === "listUsers" ? "email" : "name" };
      const input = { query: text === "" ? query : { ...query, q: text } } as unknown as InputOf<L>;
      const { items, error, isFetching, hasMore, more } = usePages(list, input, { enabled });
      return { choices: items?.map(choiceOf), error, isFetching, hasMore, more };
    },
    useChosen(value) {
      const item = useListed(list, value);
      return item ? choiceOf(item) : undefined;
    },
  };
}

/** A source that offers one choice of the page's own before the server's results. */
export const withFirst = (source: PickSource, first: Choice<string>): PickSource => ({
  ...source,
  useFound(text, enabled) {
    const found = source.useFound(text, enabled);
    const fits = first.label.toLowerCase().includes(text.toLowerCase());
    return fits ? { ...found, choices: found.choices && [first, ...found.choices] } : found;
  },
  useChosen(value) {
    const chosen = source.useChosen(value === first.value ? null : value);
    return value === first.value ? first : chosen;
  },
});

/** The same, but choices are identified by name. A name never changes, so the label needs no request. */
const byName = (source: PickSource): PickSource => ({
  ...source,
  useFound(text, enabled) {
    const found = source.useFound(text, enabled);
    // A secret that exists in both environments has the same name in each, so it is listed once.
    return { ...found, choices: found.choices && [...new Map(found.choices.map((one) => [one.value, one])).values()] };
  },
  useChosen: (value) => (value === null ? undefined : { value, label: value }),
});

export const functionSource = sourceOf(
  "listFunctions",
  "This Project has no Functions yet. Create one first.",
  ({ id, name, slug }) => ({ value: id, label: name, detail: slug }),
);

const endpointsOf = (only?: { kind: "mcp" | "http" }) =>
  sourceOf(
    "listRuntimeEndpoints",
    "This Project has no endpoints yet.",
    ({ id, name, slug, kind }) => ({ value: id, label: name, detail: `${kind.toUpperCase()} · ${slug}` }),
    only,
  );

export const endpointSource = endpointsOf();

/** The endpoints of one kind. */
export const endpointSources = { mcp: endpointsOf({ kind: "mcp" }), http: endpointsOf({ kind: "http" }) };

export const cronSource = sourceOf(
  "listCronBindings",
  "This Project has no crons yet.",
  ({ id, name, schedule, environment }) => ({ value: id, label: name, detail: `${schedule}, ${environment}` }),
);

export const userSource = sourceOf("listUsers", "No users yet.", ({ id, email, name }) => ({
  value: id,
  label: email,
  detail: name,
}));

export const projectSource = sourceOf("listProjects", "No Projects yet.", ({ id, name, slug }) => ({
  value: id,
  label: name,
  detail: slug,
}));

export const collectionSource = sourceOf("listDataCollections", "No collections yet.", ({ id, name, description }) => ({
  value: id,
  label: name,
  ...(description === "" ? {} : { detail: description }),
}));

/** Functions, by their slugs. */
export const functionSlugs = byName(
  sourceOf("listFunctions", "No Functions yet.", ({ slug, name }) => ({ value: slug, label: slug, detail: name })),
);

/** Secrets of both environments, by their names. */
export const secretNames = byName(
  sourceOf("listSecrets", "No secrets yet.", ({ name }) => ({ value: name, label: name })),
);

export const collectionNames = byName(
  sourceOf("listDataCollections", "No collections yet.", ({ name }) => ({ value: name, label: name })),
);

/** Connections of both environments, by their names. */
export const connectionNames = byName(
  sourceOf("listConnections", "No connections yet.", ({ name }) => ({ value: name, label: name })),
);

/** Libraries, by the name under which Functions import them. */
export const libraryNames = byName(
  sourceOf("listLibraries", "No Libraries yet.", ({ importName }) => ({ value: importName, label: importName })),
);

interface TenantPages extends Omit<PickPages, "choices"> {
  items: readonly { tenantId: string }[] | undefined;
}

/** The choices in pages of tenants. A cache in Valkey or Redis may name a tenant on several pages. */
function useTenants({ items, error, isFetching, hasMore, more }: TenantPages, enabled: boolean): PickPages {
  const isLooking = enabled && items?.length === 0 && hasMore && error === null && !isFetching;
  useEffect(() => {
    // The server ends a page early if most of the tenants that it has looked at do not match.
    if (isLooking) more();
  }, [isLooking, more]);
  const tenants = items && [...new Set(items.map(({ tenantId }) => tenantId))];
  return { choices: tenants?.map((value) => ({ value, label: value })), error, isFetching, hasMore, more };
}

const queryOf = (environment: Environment, text: string) => ({
  environment,
  limit: pageSize,
  ...(text === "" ? {} : { q: text }),
});
const tenantAsChosen = (value: string | null) => (value === null ? undefined : { value, label: value });

/** The tenants that have records of a collection. */
export const recordTenants = (collectionId: string, environment: Environment): PickSource => ({
  none: "No tenant has records here.",
  useFound: (text, enabled) =>
    useTenants(
      usePages("listRecordTenants", { params: { collectionId }, query: queryOf(environment, text) }, { enabled }),
      enabled,
    ),
  useChosen: tenantAsChosen,
});

/** The tenants that have entries of the cache. */
export const cacheTenants = (environment: Environment): PickSource => ({
  none: "No tenant has cache entries here.",
  useFound: (text, enabled) =>
    useTenants(usePages("listCacheTenants", { query: queryOf(environment, text) }, { enabled }), enabled),
  useChosen: tenantAsChosen,
});
