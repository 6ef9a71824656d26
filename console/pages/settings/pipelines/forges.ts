/** How a forge names things in the ID tokens of its pipelines. */
export const forges = {
  github: {
    label: "GitHub",
    issuer: "https://token.actions.githubusercontent.com",
    repository: "repository",
    requests: "pull requests",
    jobs: {
      branch: (name: string) => ({ ref: `refs/heads/${name}` }),
      tag: (pattern: string) => ({ ref: `refs/tags/${pattern}` }),
      requests: () => ({ event_name: "pull_request" }),
      every: () => ({}),
    },
  },
  gitlab: {
    label: "GitLab",
    issuer: "https://gitlab.com",
    repository: "project_path",
    requests: "merge requests",
    jobs: {
      branch: (name: string) => ({ ref: name, ref_type: "branch" }),
      tag: (pattern: string) => ({ ref: pattern, ref_type: "tag" }),
      requests: () => ({ pipeline_source: "merge_request_event" }),
      every: () => ({}),
    },
  },
} as const;

export type Forge = keyof typeof forges;

export const jobKinds = ["branch", "tag", "requests", "every"] as const;

/** Which jobs of a repository a rule accepts. `name` is a branch or a pattern of tags, and is empty for the others. */
export interface Jobs {
  jobs: (typeof jobKinds)[number];
  name: string;
}

/** The claims of a rule that accepts these jobs of one repository. */
export const claimsOf = (forge: Forge, repository: string, { jobs, name }: Jobs): Record<string, string> => ({
  [forges[forge].repository]: repository,
  ...forges[forge].jobs[jobs](name),
});
