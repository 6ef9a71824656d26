import { useQueries } from "@tanstack/react-query";
import { api } from "../../../../api/api.ts";
import { keyOf, useOperation } from "../../../../api/use-operation.ts";
import { useSettled } from "../../../../components/use-settled.ts";

const staleTime = 30_000;

/** The addresses of the first people who may sign in here and whose names or addresses contain a text. */
export function usePeopleFound(text: string): readonly string[] {
  const q = useSettled(text.trim());
  const query = { limit: 20, sort: "email" as const, status: "active" as const, ...(q === "" ? {} : { q }) };
  const { data } = useOperation("listUsers", { query }, { staleTime });
  return data?.items.map(({ email }) => email) ?? [];
}

/**
 * The names of groups that the directories of the company's sign-in have brought and that contain a text, at most 100 of
 * each. Groups that only a provider's mapping names are left out: no rule finds their people.
 */
export function useGroupsFound(text: string): readonly string[] {
  const q = useSettled(text.trim());
  const { data } = useOperation("listIdentityProviders", { query: { limit: 50 } }, { staleTime });
  const directories = useQueries({
    queries: (data?.items ?? []).map(({ id }) => {
      const input = { params: { providerId: id }, query: q === "" ? {} : { q } };
      return { queryKey: keyOf("getDirectory", input), queryFn: () => api.getDirectory(input), staleTime };
    }),
  });
  const names = directories.flatMap(({ data: known }) =>
    known === undefined ? [] : [...known.groupsWithRole, ...known.groupsWithoutRole],
  );
  return [...new Set(names)].sort();
}
