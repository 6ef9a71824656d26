import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newPipelineRule } from "@ferrule/contract/resources/pipeline-rule.ts";
import { parse } from "yaml";
import { commandLines } from "./command-lines.ts";
import { commandRefusal } from "./command-refusal.ts";
import { blocksOf } from "./reader-terminal.ts";
import { runPipeline } from "./run-pipeline.ts";

type Script = string | string[];
interface Job {
  if?: string;
  steps?: { run?: string; uses?: string }[];
  script?: Script;
  rules?: { if: string; when?: string; allow_failure?: boolean }[];
  environment?: { name: string; action?: string; on_stop?: string };
}
type Pipeline = Record<string, unknown> & { jobs?: Record<string, Job> };

const page = "docs/git.md";
const pipelines = blocksOf(page)
  .filter(({ language }) => language === "yaml")
  .map(({ text, line }) => ({ pipeline: parse(text, { strict: true, uniqueKeys: true }) as Pipeline, line }));
const jobOf = (pipeline: Pipeline, name: string) => (pipeline.jobs ?? pipeline)[name] as Job | undefined;
const scriptOf = ({ steps = [], script = [] }: Job): string =>
  [...steps.flatMap(({ run }) => run ?? []), ...[script].flat()].join("\n");

const env = {
  FERRULE_URL: "https://ferrule.example.com",
  GITHUB_REF_NAME: "v12",
  GITHUB_SHA: "1".repeat(40),
  GITHUB_API_URL: "https://forgejo.example.com/api/v1",
  GITHUB_REPOSITORY: "acme/shop",
  REQUEST: "7",
  TOKEN: "a-token-of-the-forge",
  CI_COMMIT_TAG: "v12",
  CI_COMMIT_SHA: "1".repeat(40),
  CI_API_V4_URL: "https://gitlab.example.com/api/v4",
  CI_PROJECT_ID: "3",
  CI_MERGE_REQUEST_IID: "7",
  GITLAB_TOKEN: "a-token-of-the-forge",
};
const ferrule = (...words: string[]) => ["npx", "--yes", "https://ferrule.example.com/cli", ...words];

describe("the pipelines of the page on git", () => {
  test("there is one for each forge, and each asks for an ID token and stores no token of Ferrule", () => {
    const [github, gitlab, forgejo, ...others] = pipelines.map(({ pipeline }) => pipeline);
    assert.equal(others.length, 0);
    assert.deepEqual(github?.["permissions"], { contents: "read", "id-token": "write", "pull-requests": "write" });
    assert.deepEqual(gitlab?.["default"], {
      image: "node:22",
      id_tokens: { FERRULE_ID_TOKEN: { aud: "$FERRULE_URL" } },
    });
    assert.equal(forgejo?.["enable-openid-connect"], true);
    for (const { text } of blocksOf(page)) assert.doesNotMatch(text, /FERRULE_TOKEN|fer_pat_/);
  });

  for (const { pipeline, line } of pipelines) {
    test(`${page}:${line}: a request gets a preview, and its addresses and the diff as a comment`, async () => {
      const { calls, comment, code } = await runPipeline(scriptOf(jobOf(pipeline, "diff")!), env);
      assert.equal(code, 0);
      assert.deepEqual(calls.slice(0, 2), [ferrule("preview", "serve", "pr-7", "--comment"), ferrule("diff")]);
      assert.equal(calls.length, 3, JSON.stringify(calls));
      assert.match(
        calls[2]!.join(" "),
        /^gh pr comment 7 |^curl .*\/(?:issues|merge_requests)\/7\/(?:comments|notes) /,
      );
      assert.equal(
        comment,
        "### Preview pr-7\n\nWhat this changes in the Project:\n\n~~~~~~~~ diff\nfunctions/say-hello.ts: changed\n+ a line\n~~~~~~~~\n",
      );
    });

    test(`${page}:${line}: a request that cannot be served gets its comment, and a failed job`, async () => {
      const failing = { ...env, STAND_IN_FAILS: "serve" };
      const { calls, comment, code } = await runPipeline(scriptOf(jobOf(pipeline, "diff")!), failing);
      assert.equal(calls.length, 3, JSON.stringify(calls));
      assert.match(comment!, /^### Preview pr-7/);
      assert.equal(code, 1);
    });

    test(`${page}:${line}: the preview ends when the request is closed`, async () => {
      const job = jobOf(pipeline, "end-preview")!;
      const { calls, code } = await runPipeline(scriptOf(job), env);
      assert.deepEqual([calls, code], [[ferrule("preview", "end", "pr-7")], 0]);
      const { environment, rules, if: only = "" } = job;
      if (environment === undefined) {
        assert.match(only, /github\.event\.action == 'closed'/);
        assert.match(jobOf(pipeline, "diff")!.if!, /github\.event\.action != 'closed'/);
        const { pull_request: request } = pipeline["on"] as { pull_request: { types: string[] } };
        assert.deepEqual(request.types, ["opened", "synchronize", "reopened", "closed"]);
      } else {
        assert.deepEqual(environment, { name: "preview/$CI_MERGE_REQUEST_IID", action: "stop" });
        assert.equal(jobOf(pipeline, "diff")!.environment!.on_stop, "end-preview");
        assert.deepEqual(
          rules!.map((rule) => [rule.when, rule.allow_failure]),
          [["manual", true]],
        );
      }
    });

    test(`${page}:${line}: main is pushed and deployed, and a tag releases`, async () => {
      const deployed = await runPipeline(scriptOf(jobOf(pipeline, "deploy")!), env);
      assert.deepEqual(deployed.calls, [ferrule("push", "--yes", "--force"), ferrule("deploy")]);
      const released = await runPipeline(scriptOf(jobOf(pipeline, "release")!), env);
      assert.deepEqual(released.calls, [ferrule("release", "--yes", "--commit", "1".repeat(40), "--message", "v12")]);
      const [onRequest, onMain, onTag] = ["diff", "deploy", "release"].map((name) => {
        const { if: only, rules } = jobOf(pipeline, name)!;
        return only ?? rules?.[0]?.if ?? "";
      });
      assert.match(onRequest!, /pull_request|merge_request/);
      assert.match(onMain!, /main|DEFAULT_BRANCH/);
      assert.match(onTag!, /tags|CI_COMMIT_TAG/);
    });
  }

  test("the rule on the page is one that the installation takes", () => {
    const rules = blocksOf(page).filter(({ language }) => language === "json");
    assert.equal(rules.length, 1);
    for (const { text } of rules) newPipelineRule.parse(JSON.parse(text));
  });
});

test("every command line of the developers' pages is one that the command takes", () => {
  for (const each of [
    page,
    "docs/cli.md",
    "docs/previews.md",
    "docs/tests.md",
    "docs/project-folder.md",
    "docs/quickstart.md",
  ]) {
    const shown = blocksOf(each).filter(({ language }) => language === "console");
    const run = each === page ? pipelines : [];
    const scripts = run.flatMap(({ pipeline, line }) =>
      ["diff", "end-preview", "deploy", "release"].map((name) => {
        const text = scriptOf(jobOf(pipeline, name)!);
        return { language: "sh", info: "", text, line };
      }),
    );
    const lines = commandLines([...shown, ...scripts]);
    assert.ok(lines.length >= 4, `${each} has ${lines.length}`);
    for (const { words, line } of lines) assert.equal(commandRefusal(words), null, `${each}:${line}`);
  }
});

test("a command line with an unknown command, option or argument is found", () => {
  const lines = commandLines([
    {
      language: "console",
      info: "",
      line: 1,
      text: "$ ferrule psuh\n$ ferrule push --yse\n$ ferrule deploy now\n$ ferrule call > file\nferrule output",
    },
  ]);
  assert.deepEqual(
    lines.map(({ words }) => words),
    [["psuh"], ["push", "--yse"], ["deploy", "now"], ["call"]],
  );
  for (const { words } of lines) assert.notEqual(commandRefusal(words), null, words.join(" "));
});
