/** How the pipelines of a forge prove who they are: who signs their ID tokens, and which claims name the repository and the branch. */
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

/** The claims of a rule for one repository, and for one branch unless that is empty. */
export function claimsOf(forge: Forge, repository: string, branch: string): Record<string, string> {
  const { repository: named, branch: ref, branchOf } = forges[forge];
  return { [named]: repository.trim(), ...(branch.trim() === "" ? {} : { [ref]: branchOf(branch.trim()) }) };
}
