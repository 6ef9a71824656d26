import assert from "node:assert/strict";
import { test } from "node:test";
import { newPipelineRule } from "@ferrule/contract/resources/pipeline-rule.ts";
import { acceptedJobs } from "./accepted-jobs.ts";
import { claimsOf, type Forge, type Jobs } from "./forges.ts";

const made: [Forge, Jobs, Record<string, string>, string][] = [
  [
    "github",
    { jobs: "branch", name: "main" },
    { repository: "team/shop", ref: "refs/heads/main" },
    "branch main of team/shop",
  ],
  ["github", { jobs: "tag", name: "v*" }, { repository: "team/shop", ref: "refs/tags/v*" }, "tags v* of team/shop"],
  [
    "github",
    { jobs: "requests", name: "" },
    { repository: "team/shop", event_name: "pull_request" },
    "pull requests of team/shop",
  ],
  [
    "github",
    { jobs: "every", name: "" },
    { repository: "team/shop" },
    "every branch, tag and pull request of team/shop",
  ],
  [
    "gitlab",
    { jobs: "branch", name: "release-*" },
    { project_path: "team/shop", ref: "release-*", ref_type: "branch" },
    "branches release-* of team/shop",
  ],
  [
    "gitlab",
    { jobs: "tag", name: "v1" },
    { project_path: "team/shop", ref: "v1", ref_type: "tag" },
    "tag v1 of team/shop",
  ],
  [
    "gitlab",
    { jobs: "requests", name: "" },
    { project_path: "team/shop", pipeline_source: "merge_request_event" },
    "merge requests of team/shop",
  ],
];

test("the form makes claims that the API takes, and says in words what they accept", () => {
  for (const [forge, jobs, claims, text] of made) {
    assert.deepEqual(claimsOf(forge, "team/shop", jobs), claims);
    assert.deepEqual(newPipelineRule.shape.claims.parse(claims), claims);
    assert.equal(acceptedJobs(claims), text);
  }
});

test("a rule that the form cannot make has no words of its own, so its claims are shown", () => {
  const others: Record<string, string>[] = [
    { repository: "team/shop", environment: "production" },
    { repository: "team/shop", ref: "refs/heads/main", event_name: "pull_request" },
    { project_path: "team/shop", ref: "main" },
    { repository: "team/shop", ref: "refs/pull/7/merge" },
    { repository: "team/shop", project_path: "team/shop" },
    { sub: "repo:team/shop:ref:refs/heads/main" },
  ];
  for (const claims of others) assert.equal(acceptedJobs(claims), null, JSON.stringify(claims));
});
