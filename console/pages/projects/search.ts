import { said, searchFlag, searchOneOf } from "../../shell/search-params.ts";

export interface ProjectsSearch {
  status?: "active" | "archived" | undefined;
  create?: true | undefined;
}

/** The state of the page, from its URL. */
export const projectsSearch = (search: Record<string, unknown>): ProjectsSearch =>
  said<ProjectsSearch>({
    status: searchOneOf(["active", "archived"] as const, search["status"]),
    create: searchFlag(search["create"]),
  });
