import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { newDeployment } from "@ferrule/contract/resources/deployment.ts";
import { makeUser } from "../testing/make-user.ts";
import { standInInstallation } from "../testing/stand-in-installation.ts";
import { me } from "../testing/stand-in.ts";
import { commitPage } from "./commit-page.ts";

const sha = "0123456789abcdef0123456789abcdef01234567";

/** A user in an empty folder; `deploy` runs the command there and returns the commit that it sent. */
async function deployer(t: TestContext) {
  const { home, run } = makeUser(t);
  const { address, asked } = await standInInstallation(t, {
    "GET /api/auth/me": [200, me()],
    "POST /api/deployments": [202, { projectDeploymentId: "dep_1", number: 1, notDeployed: [] }],
  });
  const deploy = async (env: Record<string, string> = {}, ...args: string[]) => {
    const all = { FERRULE_URL: address, FERRULE_TOKEN: "fer_pat_of-this-test", ...env };
    const { code, stderr } = await run(["deploy", "--no-wait", ...args], { env: all });
    assert.equal(code, 0, stderr);
    const { body } = asked.findLast(({ line }) => line === "POST /api/deployments")!;
    // The server accepts whatever the contract accepts.
    return newDeployment.parse(body).commit;
  };
  const beFolderOf = (project: string) =>
    writeFileSync(join(home, "ferrule.yaml"), `installation: ${address}\nproject: ${project}\n`);
  const who = ["-c", "user.name=Ann Author", "-c", "user.email=ann@acme.example", "-c", "commit.gpgsign=false"];
  const git = (...args: string[]) =>
    execFileSync("git", [...who, ...args], {
      cwd: home,
      env: { PATH: process.env["PATH"] ?? "", HOME: home, GIT_CONFIG_NOSYSTEM: "1" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  return { home, deploy, git, beFolderOf };
}

const github = {
  GITHUB_SHA: sha,
  GITHUB_REF_NAME: "main",
  GITHUB_REF_TYPE: "branch",
  GITHUB_ACTOR: "ann",
  GITHUB_SERVER_URL: "https://github.com",
  GITHUB_REPOSITORY: "acme/shop",
};
const ofGitHub = { sha, branch: "main", author: "ann", url: `https://github.com/acme/shop/commit/${sha}` };

test("a pipeline's deployment names the commit that GitHub, Forgejo or GitLab say", async (t) => {
  const { deploy } = await deployer(t);
  assert.deepEqual(await deploy(github), ofGitHub);
  assert.deepEqual(await deploy({ ...github, GITHUB_REF_NAME: "7/merge", GITHUB_HEAD_REF: "fix" }), {
    ...ofGitHub,
    branch: "fix",
  });
  assert.deepEqual(await deploy({ ...github, GITHUB_REF_NAME: "v1", GITHUB_REF_TYPE: "tag" }), {
    ...ofGitHub,
    branch: null,
  });
  const gitlab = {
    CI_COMMIT_SHA: sha,
    CI_COMMIT_REF_NAME: "main",
    CI_COMMIT_AUTHOR: "Ann Author <ann@acme.example>",
    CI_PROJECT_URL: "https://gitlab.example/acme/shop",
  };
  const ofGitLab = {
    sha,
    branch: "main",
    author: "Ann Author",
    url: `https://gitlab.example/acme/shop/-/commit/${sha}`,
  };
  assert.deepEqual(await deploy(gitlab), ofGitLab);
  assert.deepEqual(await deploy({ ...gitlab, CI_COMMIT_TAG: "v1", CI_COMMIT_REF_NAME: "v1" }), {
    ...ofGitLab,
    branch: null,
  });
});

test("a part that the server would refuse is left out, and the deployment begins", async (t) => {
  const { deploy } = await deployer(t);
  const hostile = {
    GITHUB_SHA: sha.toUpperCase(),
    GITHUB_REF_NAME: "b".repeat(300),
    GITHUB_ACTOR: "ann\u202egro.evil",
    GITHUB_SERVER_URL: "javascript:alert(1)//",
    GITHUB_REPOSITORY: "acme/shop",
  };
  assert.deepEqual(await deploy(hostile), { sha, branch: null, author: null, url: null });
  assert.equal(await deploy({ ...hostile, GITHUB_SHA: "HEAD; rm -rf" }), undefined);
});

test("in the folder of the Project git names the commit, also with changes, and --no-commit leaves it out", async (t) => {
  const { home, deploy, git, beFolderOf } = await deployer(t);
  beFolderOf("shop");
  assert.equal(await deploy(), undefined, "no repository");
  git("init", "--quiet", "--initial-branch=topic");
  git("add", "ferrule.yaml");
  assert.equal(await deploy(), undefined, "no commit");
  git("commit", "--quiet", "--message=First");
  git("remote", "add", "origin", "https://ann:a-password@git.example/acme/shop.git");
  writeFileSync(join(home, "new.txt"), "not committed");
  const head = git("rev-parse", "HEAD");
  const url = `https://git.example/acme/shop/commit/${head}`;
  assert.deepEqual(await deploy(), { sha: head, branch: "topic", author: "Ann Author", url });
  assert.deepEqual(await deploy(github), ofGitHub);
  assert.equal(await deploy({}, "--no-commit"), undefined);
  assert.equal(await deploy(github, "--no-commit"), undefined);
  git("checkout", "--quiet", "--detach");
  assert.deepEqual(await deploy(), { sha: head, branch: null, author: "Ann Author", url });
});

test("a repository that is not the Project's names nothing", async (t) => {
  const { deploy, git, beFolderOf } = await deployer(t);
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "--message=First");
  assert.equal(await deploy(), undefined, "no ferrule.yaml");
  beFolderOf("shop");
  assert.equal(await deploy(), undefined, "the repository does not hold it");
  beFolderOf("billing");
  git("add", "ferrule.yaml");
  git("commit", "--quiet", "--message=Second");
  assert.equal(await deploy({}, "--project", "shop"), undefined, "the folder of another Project");
});

test("a machine without git deploys without a commit", async (t) => {
  const { home, deploy, git, beFolderOf } = await deployer(t);
  beFolderOf("shop");
  git("init", "--quiet");
  git("add", "ferrule.yaml");
  git("commit", "--quiet", "--message=First");
  mkdirSync(join(home, "empty"));
  assert.equal(await deploy({ PATH: join(home, "empty") }), undefined);
});

test("the page of a commit follows from the remote, without its user and password", () => {
  const pages = {
    "https://github.com/acme/shop.git": "https://github.com/acme/shop/commit/",
    "https://ann:secret@git.example:8443/acme/shop/": "https://git.example:8443/acme/shop/commit/",
    "git@codeberg.org:acme/shop.git": "https://codeberg.org/acme/shop/commit/",
    "git@gitlab.example:acme/team/shop.git": "https://gitlab.example/acme/team/shop/-/commit/",
    "https://bitbucket.org/acme/shop": "https://bitbucket.org/acme/shop/commits/",
  };
  for (const [remote, page] of Object.entries(pages)) assert.equal(commitPage(remote, sha), `${page}${sha}`);
  for (const remote of [
    "",
    "/srv/shop.git",
    "file:///srv/shop",
    "http://git.example/a",
    "javascript:alert(1)",
    "https://git.example",
  ])
    assert.equal(commitPage(remote, sha), undefined, remote);
});
