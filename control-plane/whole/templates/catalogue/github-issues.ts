import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { secretName } from "@ferrule/contract/resources/secret.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";
import { hostOf, webAddress } from "./web-address.ts";

export const githubIssues = defineTemplate({
  id: "github-issues",
  name: "Search GitHub issues",
  summary: "Finds issues on GitHub by words, in one repository or in all that the token may read.",
  category: "Integration",
  scope: "both",
  parameters: z.strictObject({
    repository: z
      .string()
      .regex(/^([A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100})?$/, "must be owner/name, or empty for all")
      .default("")
      .describe("Only issues of this repository, as owner/name; empty: of all that the token may read."),
    secretName: secretName.default("GITHUB_TOKEN").describe("The secret that holds a token which may read issues."),
    apiUrl: webAddress
      .default("https://api.github.com")
      .describe("The API's address; of GitHub Enterprise Server: https://your-host/api/v3."),
  }),
  contents: ({ repository, secretName, apiUrl }) => ({
    endpoint: { kind: "mcp", slug: "github", name: "GitHub" },
    functions: [
      {
        slug: "search-github-issues",
        name: "Search GitHub issues",
        file: "search-github-issues.ts",
        constants: { repository, secretName, apiUrl },
        permissions: { ...noPermissions, secrets: [secretName], hosts: [hostOf(apiUrl)] },
        tool: {
          toolName: "search_github_issues",
          description:
            repository === "" ? "Finds issues on GitHub by words." : `Finds issues of ${repository} by words.`,
          annotations: { readOnlyHint: true, openWorldHint: true },
        },
        route: { method: "GET", path: "/issues", successStatus: 200 },
      },
    ],
  }),
});
