import { useSettled } from "../components/use-settled.ts";
import { useOperation } from "./use-operation.ts";

const query = (text: string) => ({ query: { limit: 20, sort: "name" as const, ...(text === "" ? {} : { q: text }) } });

/** The first collections whose names contain a text. */
export function useCollectionsFound(text: string): readonly string[] {
  const { data } = useOperation("listDataCollections", query(useSettled(text.trim())), { staleTime: 30_000 });
  return data?.items.map(({ name }) => name) ?? [];
}

/** The slugs of the first Functions whose names or slugs contain a text. */
export function useFunctionsFound(text: string): readonly string[] {
  const { data } = useOperation("listFunctions", query(useSettled(text.trim())), { staleTime: 30_000 });
  return data?.items.map(({ slug }) => slug) ?? [];
}
