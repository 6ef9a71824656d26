import { useQueries, useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";
import { keyOf, type ItemOf } from "./use-operation.ts";

/** Lists whose items can be requested by id; some also by name or slug. */
export type ListOfNamed =
  | "listCronBindings"
  | "listFunctions"
  | "listRuntimeEndpoints"
  | "listUsers"
  | "listProjects"
  | "listDataCollections"
  | "listSecrets"
  | "listConnections"
  | "listLibraries";

type By = "ids" | "names";
interface Named {
  id: string;
  name: string;
  slug?: string;
}
type Call = (input: { query: object }) => Promise<{ items: Named[] }>;

const mostAtOnce = 100;
const separators = { ids: ",", names: "\n" };
const waiting = new Map<string, Map<string, PromiseWithResolvers<Named | null>>>();

const isCalled = (by: By, value: string) => (item: Named) =>
  by === "ids" ? item.id === value : item.name === value || item.slug === value;

async function ask(list: ListOfNamed, by: By, wanted: Map<string, PromiseWithResolvers<Named | null>>): Promise<void> {
  const values = [...wanted.keys()];
  for (let from = 0; from < values.length; from += mostAtOnce) {
    const some = values.slice(from, from + mostAtOnce);
    try {
      const query = { [by]: some.join(separators[by]), limit: 200 };
      const { items } = await (api[list] as unknown as Call)({ query });
      for (const value of some) wanted.get(value)?.resolve(items.find(isCalled(by, value)) ?? null);
    } catch (error) {
      for (const value of some) wanted.get(value)?.reject(error);
    }
  }
}

/** Requests made in one turn of the event loop are batched into one. */
function load(list: ListOfNamed, by: By, value: string): Promise<Named | null> {
  const place = `${list} ${by}`;
  let wanted = waiting.get(place);
  if (wanted === undefined) {
    const fresh = new Map<string, PromiseWithResolvers<Named | null>>();
    wanted = fresh;
    waiting.set(place, fresh);
    setTimeout(() => {
      waiting.delete(place);
      void ask(list, by, fresh);
    });
  }
  const known = wanted.get(value) ?? Promise.withResolvers<Named | null>();
  wanted.set(value, known);
  return known.promise;
}

const queryOf = (list: ListOfNamed, by: By, value: string) => ({
  queryKey: keyOf(list, { [by]: value }),
  queryFn: () => load(list, by, value),
  staleTime: 60_000,
});

/** Finds one item of a list by its id, on any page; null when there is none, undefined while loading. */
export function useListed<L extends ListOfNamed>(list: L, id: string | null): ItemOf<L> | null | undefined {
  const { data } = useQuery({ ...queryOf(list, "ids", id ?? ""), enabled: id !== null && id !== "" });
  return data as ItemOf<L> | null | undefined;
}

/** Finds Functions by their names or slugs, with one request for the whole page; unknown ones are left out. */
export function useFunctionsNamed(names: readonly string[]): ReadonlyMap<string, ItemOf<"listFunctions">> {
  const results = useQueries({ queries: [...new Set(names)].map((name) => queryOf("listFunctions", "names", name)) });
  const found = results.flatMap(({ data }) => (data ? [data as unknown as ItemOf<"listFunctions">] : []));
  return new Map(found.flatMap((one) => [[one.name, one] as const, [one.slug, one] as const]));
}
