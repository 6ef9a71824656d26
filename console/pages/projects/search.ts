import { said, searchFlag, searchOneOf, searchText } from "../../shell/page/search-params.ts";

export interface ProjectsSearch {
  /** A part of the name or slug. */
  q?: string | undefined;
  status?: "active" | "archived" | undefined;
  create?: true | undefined;
}

/** The state of the page, from its URL. */
export const projectsSearch = (search: Record<string, unknown>): ProjectsSearch =>
  said<ProjectsSearch>({
    q: searchText(search["q"]),
    status: searchOneOf(["active", "archived"] as const, search["status"]),
    create: searchFlag(search["create"]),
  });
