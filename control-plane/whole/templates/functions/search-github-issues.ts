import { FunctionError, type Context } from "ferrule";

const repository = "";
const secretName = "GITHUB_TOKEN";
const apiUrl = "https://api.github.com";

interface Input {
  /** Words to look for, and qualifiers such as "label:bug". @minLength 1 @maxLength 200 */
  query: string;
  /** Only issues in this state. */
  state?: "open" | "closed";
  /** How many to return, the best matches first. @integer @minimum 1 @maximum 50 @default 10 */
  limit?: number;
}

interface Issue {
  repository: string;
  number: number;
  title: string;
  state: string;
  url: string;
  author: string | null;
  labels: string[];
  comments: number;
  updatedAt: string;
}

/**
 * The fields of an issue that are read (https://docs.github.com/rest/search/search#search-issues-and-pull-requests).
 */
interface FoundIssue {
  repository_url: string;
  number: number;
  title: string;
  state: string;
  html_url: string;
  user: { login: string } | null;
  labels: { name?: string }[];
  comments: number;
  updated_at: string;
}

/** If this Function was set up for one repository, the caller cannot search elsewhere. */
function searchOf({ query, state }: Input): string {
  if (repository.length > 0 && /(^|[\s(-])(repo|org|user):/i.test(query)) {
    throw new FunctionError("QUERY_REFUSED", `Only issues of ${repository} can be searched.`, { status: 400 });
  }
  return [query, "is:issue", repository && `repo:${repository}`, state && `is:${state}`].filter(Boolean).join(" ");
}

const toIssue = (found: FoundIssue): Issue => ({
  repository: found.repository_url.split("/").slice(-2).join("/"),
  number: found.number,
  title: found.title,
  state: found.state,
  url: found.html_url,
  author: found.user?.login ?? null,
  labels: found.labels.flatMap(({ name }) => name ?? []),
  comments: found.comments,
  updatedAt: found.updated_at,
});

/** Finds issues on GitHub by words. */
export default async function searchGithubIssues(
  input: Input,
  ctx: Context,
): Promise<{ total: number; issues: Issue[] }> {
  const address = new URL(`${apiUrl.replace(/\/$/, "")}/search/issues`);
  address.searchParams.set("q", searchOf(input));
  address.searchParams.set("per_page", String(input.limit ?? 10));
  const response = await fetch(address, {
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${await ctx.secrets.get(secretName)}`,
      "user-agent": "ferrule",
      "x-github-api-version": "2022-11-28",
    },
    signal: ctx.signal,
  });
  if (response.status === 422) {
    throw new FunctionError("QUERY_REFUSED", "GitHub does not understand this query.", { status: 400 });
  }
  if (!response.ok) {
    ctx.log.warn("GitHub refused", { status: response.status, left: response.headers.get("x-ratelimit-remaining") });
    throw new FunctionError("GITHUB_REFUSED", `GitHub answered ${response.status}.`, { status: 502 });
  }
  const found = (await response.json()) as { total_count: number; items: FoundIssue[] };
  return { total: found.total_count, issues: found.items.map(toIssue) };
}
