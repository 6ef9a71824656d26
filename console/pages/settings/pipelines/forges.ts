/**
 * How a forge's pipelines authenticate: the issuer of their ID tokens, and the claims with the repository and the
 * branch.
 */
export const forges = {
  github: {
    label: "GitHub",
    issuer: "https://token.actions.githubusercontent.com",
    repository: "repository",
    branch: "ref",
    branchOf: (name: string) => `refs/heads/${name}`,
  },
  gitlab: {
    label: "GitLab",
    issuer: "https://gitlab.com",
    repository: "project_path",
    branch: "ref",
    branchOf: (name: string) => name,
  },
} as const;

export type Forge = keyof typeof forges;

/** The claims of a rule for one repository; for one branch too, unless that is empty. */
export function claimsOf(forge: Forge, repository: string, branch: string): Record<string, string> {
  const { repository: named, branch: ref, branchOf } = forges[forge];
  return { [named]: repository.trim(), ...(branch.trim() === "" ? {} : { [ref]: branchOf(branch.trim()) }) };
}
