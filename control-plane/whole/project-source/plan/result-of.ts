import type {
  ProjectSource,
  ProjectSourceCollection,
  ProjectSourceCron,
  ProjectSourceEndpoint,
} from "@ferrule/contract/resources/project-source.ts";
import { firstPolicy } from "../../../serving/auth-policies/queries.ts";
import { bindingKey, sortedBy } from "../../planning/parts.ts";
import { grantKey } from "../../planning/plan-grants.ts";
import { sortedCrons } from "../held/cron-part.ts";
import { grantsOf } from "./grants-of.ts";
import type { Lacking } from "./lacking.ts";
import { grantOrder } from "../held/source-of.ts";

interface Push {
  /** What the Project has before. */
  present: ProjectSource;
  /** What is pushed, as it is stored. */
  stored: ProjectSource;
  removed: Lacking;
  /** The crons that the source lacks and that stay. */
  keptCrons: readonly ProjectSourceCron[];
}

/** The given items, and those present ones that stay beside them, in order. */
function merged<T>(
  given: readonly T[],
  present: readonly T[],
  { keyOf, isRemoved }: { keyOf: (item: T) => string; isRemoved: (key: string) => boolean },
): T[] {
  const named = new Set(given.map(keyOf));
  const kept = present.filter((item) => !named.has(keyOf(item)) && !isRemoved(keyOf(item)));
  return sortedBy([...given, ...kept], keyOf);
}

const byName = (removed: readonly { name: string }[]) => {
  const names = new Set(removed.map(({ name }) => name));
  return { keyOf: ({ name }: { name: string }) => name, isRemoved: (name: string) => names.has(name) };
};

const bySlug = (removed: readonly { slug: string }[]) => {
  const slugs = new Set(removed.map(({ slug }) => slug));
  return { keyOf: ({ slug }: { slug: string }) => slug, isRemoved: (slug: string) => slugs.has(slug) };
};

function endpointsAfter({ present, stored, removed }: Push): ProjectSourceEndpoint[] {
  const rows = removed.endpoints.map(({ row }) => row);
  const before = new Map(present.endpoints.map((one) => [one.slug, one]));
  const gone = new Map(
    removed.bindings.map((one) => [one.endpoint, new Set(one.held.map(({ part }) => bindingKey(part)))]),
  );
  const named = new Set(stored.endpoints.map(({ slug }) => slug));
  return merged(stored.endpoints, present.endpoints, bySlug(rows)).map((one) => {
    const held = before.get(one.slug);
    const given = named.has(one.slug) ? one.bindings : [];
    const isRemoved = (key: string) => gone.get(one.slug)?.has(key) === true;
    const policies = one.policies ?? held?.policies ?? { development: firstPolicy(), production: firstPolicy() };
    const bindings = merged(given, held?.bindings ?? [], { keyOf: bindingKey, isRemoved });
    return { ...one, bindings, policies };
  });
}

function collectionsAfter({ present, stored, removed }: Push): ProjectSourceCollection[] {
  const rows = removed.collections.map(({ row }) => row);
  const before = new Map(present.collections.map((one) => [one.name, one.grants ?? []]));
  const gone = new Set(removed.grants.map(({ grant }) => grantKey(grant)));
  // The grants of a Function or an endpoint go with it.
  const subjects = new Set([
    ...removed.functions.map(({ slug }) => `function ${slug}`),
    ...removed.endpoints.map(({ row }) => `endpoint ${row.slug}`),
  ]);
  const given = new Map(stored.collections.map((one) => [one.name, one.grants ?? []]));
  return merged(stored.collections, present.collections, byName(rows)).map((one) => {
    const staying = (before.get(one.name) ?? []).filter((grant) => {
      const [full] = grantsOf({ collections: [{ ...one, grants: [grant] }] });
      if (full === undefined) return false;
      return !gone.has(grantKey(full)) && !subjects.has(`${full.subject.kind} ${full.subject.slug}`);
    });
    const grants = merged(given.get(one.name) ?? [], staying, { keyOf: grantOrder, isRemoved: () => false });
    return { ...one, grants };
  });
}

/** The source of the Project after a push, as an export shows it. */
export function resultOf(push: Push): ProjectSource {
  const { present, stored, removed, keptCrons } = push;
  return {
    apiVersion: "ferrule/v1",
    functions: merged(stored.functions, present.functions, bySlug(removed.functions)),
    libraries: merged(stored.libraries, present.libraries, byName(removed.libraries)),
    collections: collectionsAfter(push),
    endpoints: endpointsAfter(push),
    crons: sortedCrons([...stored.crons, ...keptCrons]),
    connections: present.connections,
    secrets: present.secrets,
  };
}
