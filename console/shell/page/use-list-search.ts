import { useNavigate, useSearch, type RegisteredRouter, type RouteIds } from "@tanstack/react-router";
import { useSettled } from "../../components/use-settled.ts";

type Paths = RouteIds<RegisteredRouter["routeTree"]>;

/**
 * The state of a list's page, which is in the URL. `set` changes parts of it; `replace` does so without an entry in the
 * browser's history. `q` is the text to search for, once typing has paused.
 */
export function useListSearch<From extends Paths>(from: From) {
  const search = useSearch({ from });
  const navigate = useNavigate();
  const set = (change: Partial<typeof search>, replace = false) =>
    void navigate({ search: ((now: object) => ({ ...now, ...change })) as never, replace });
  const q = useSettled((search as { q?: string }).q ?? "");
  return { search, q, set };
}
