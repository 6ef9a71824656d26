import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sha256 } from "../../../deployed/endpoints/artifacts/artifact-digest.ts";
import { modernRevision, supportedRevisions } from "../../../deployed/endpoints/bindings/revisions.ts";
import { keyState, type TestFunction } from "../../../testing/deployed.ts";
import { offered, type TestPrompt, type TestResource } from "../../../testing/offered.ts";
import { bodyOf, legacy, modern } from "../../../testing/rpc.ts";
import { startTestWorker, until, type TestWorker } from "../../../testing/test-worker.ts";

type Random = (below: number) => number;

/** A generator of numbers that a seed repeats (mulberry32). */
const randomOf = (seed: number): Random => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const byId = { type: "object", properties: { id: { type: "string" } } };

interface Offer {
  /** Its name in scopes. */
  target: string;
  kind: "tools" | "resources" | "resourceTemplates" | "prompts";
  name: string;
  completes: boolean;
  isSkill: boolean;
}

/** An endpoint with a random choice of everything, and what it offers. */
function randomEndpoint(random: Random) {
  const functions: TestFunction[] = [];
  const resources: TestResource[] = [];
  const prompts: TestPrompt[] = [];
  const offers: Offer[] = [];
  const add = (kind: Offer["kind"], name: string, more: { completes?: boolean; isSkill?: boolean } = {}) => {
    const prefix = { tools: "", prompts: "prompt:", resources: "resource:", resourceTemplates: "resource:" }[kind];
    offers.push({ target: prefix + name, kind, name, completes: false, isSkill: false, ...more });
  };
  const own = (name: string, completes: boolean) =>
    functions.push({
      name,
      code: name,
      inputSchema: byId,
      tool: { enabled: false },
      ...(completes ? { completes: true as const } : {}),
    });
  for (let at = random(3); at > 0; at -= 1) {
    functions.push({ name: `tool${at}`, code: `tool${at}` });
    add("tools", `tool${at}`);
  }
  for (let at = random(3); at > 0; at -= 1) {
    resources.push({ name: `kept${at}`, uri: `docs://kept/${at}`, content: { text: "kept" } });
    add("resources", `kept${at}`);
  }
  for (let at = random(3); at > 0; at -= 1) {
    const [completes, values] = [random(2) === 0, random(3) === 0];
    own(`of${at}`, completes);
    const described = values ? { arguments: [{ name: "id", required: false, values: ["a"] }] } : {};
    resources.push({ name: `of${at}`, uri: `docs://of${at}/{id}`, ...described });
    add("resourceTemplates", `of${at}`, { completes: completes || values });
  }
  if (random(3) === 0) {
    const text = "---\nname: refunds\ndescription: Pays money back.\n---\n";
    resources.push({ name: "refunds", uri: "skill://refunds/SKILL.md", mimeType: "text/markdown", content: { text } });
    add("resources", "refunds", { isSkill: true });
  }
  for (let at = random(3); at > 0; at -= 1) {
    const values = random(2) === 0;
    prompts.push({
      name: `says${at}`,
      arguments: [{ name: "id", required: false, ...(values ? { values: ["a"] } : {}) }],
      messages: [{ role: "user", text: "{{id}}" }],
    });
    add("prompts", `says${at}`, { completes: values });
  }
  if (random(2) === 0) {
    const completes = random(2) === 0;
    own("makes", completes);
    prompts.push({ name: "makes" });
    add("prompts", "makes", { completes });
  }
  return { options: { functions, ...offered(resources, prompts) }, offers };
}

/** What a revision must declare to a caller who sees these of the offers. */
function expectedOf(seen: readonly Offer[], all: readonly Offer[], revision: string): object {
  const isModern = revision === modernRevision;
  const has = (...kinds: Offer["kind"][]) => seen.some(({ kind }) => kinds.includes(kind));
  const told = isModern ? { listChanged: true } : {};
  return {
    ...(has("tools") || all.every(({ kind }) => kind === "tools") ? { tools: told } : {}),
    ...(has("resources", "resourceTemplates") ? { resources: isModern ? { ...told, subscribe: true } : {} } : {}),
    ...(has("prompts") ? { prompts: told } : {}),
    ...(revision !== "2024-11-05" && seen.some(({ completes }) => completes) ? { completions: {} } : {}),
    ...(isModern && seen.some(({ isSkill }) => isSkill)
      ? { extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } } }
      : {}),
  };
}

const lists = {
  tools: "tools/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
  prompts: "prompts/list",
} as const;

async function ask(worker: TestWorker, key: string, revision: string, method: string, params: object = {}) {
  const given = params as Record<string, unknown>;
  const headers = { "x-api-key": key };
  if (revision !== modernRevision)
    return bodyOf(await worker.post(legacy(method, given), { ...headers, "mcp-protocol-version": revision }));
  const [message, mirrored] = modern(method, given);
  return bodyOf(await worker.post(message, { ...headers, ...mirrored }));
}

const notThere = -32601;

/** Checks that a caller is told of exactly what it can use, and can use exactly that. */
async function checkCaller(
  worker: TestWorker,
  { key, scopes, all }: { key: string; scopes: readonly string[] | null; all: readonly Offer[] },
  revision: string,
): Promise<void> {
  const seen = all.filter(({ target }) => scopes === null || scopes.includes(target));
  const hello = revision === modernRevision ? "server/discover" : "initialize";
  const { result } = await ask(worker, key, revision, hello, { protocolVersion: revision });
  const capabilities = result?.["capabilities"] as unknown as Record<string, unknown>;
  assert.deepEqual(capabilities, expectedOf(seen, all, revision));
  for (const [member, method] of Object.entries(lists)) {
    const body = await ask(worker, key, revision, method);
    const owner = member === "resourceTemplates" ? "resources" : member;
    if (capabilities[owner] === undefined && owner !== "tools") {
      assert.equal(body.error?.code, notThere, method);
      continue;
    }
    const names = ((body.result?.[member] ?? []) as unknown as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names, seen.flatMap(({ kind, name }) => (kind === member ? [name] : [])).toSorted(), method);
  }
  const ref = { ref: { type: "ref/prompt", name: "nobody" }, argument: { name: "id", value: "" } };
  const completed = await ask(worker, key, revision, "completion/complete", ref);
  const completes = seen.some((one) => one.completes);
  assert.equal(completed.error?.code === notThere, !completes, "completion/complete");
  const { error } = await ask(worker, key, revision, "skills/list");
  assert.equal(error?.code === notThere, capabilities["extensions"] === undefined, "skills/list");
  for (const [method, params] of [
    ["subscriptions/listen", { notifications: "none" }],
    ["logging/setLevel", { level: "info" }],
    ["resources/subscribe", { uri: "docs://kept/1" }],
  ] as const) {
    const isThere = method === "subscriptions/listen" && revision === modernRevision;
    assert.equal((await ask(worker, key, revision, method, params)).error?.code === notThere, !isThere, method);
  }
}

describe("what initialize and server/discover declare", () => {
  const many = process.env["FERRULE_TEST_LENGTH"] === "full" ? 60 : 12;
  for (let seed = 1; seed <= many; seed += 1) {
    test(`lifecycle.declared: is what the caller can use, of random endpoint ${seed} and random scopes`, async () => {
      const random = randomOf(seed);
      const { options, offers } = randomEndpoint(random);
      await using worker = await startTestWorker(options);
      const callers = Array.from({ length: 4 }, (_, at) => ({
        key: `fer_key_of_caller_${at}_0123456789`,
        scopes: at === 0 ? null : [...offers.filter(() => random(2) === 0).map(({ target }) => target), "other"],
        all: offers,
      }));
      for (const [at, { key, scopes }] of callers.entries())
        worker.feed.say(keyState("mcp", { id: `key_${at}`, sha256: sha256(key), scopes }));
      await until("the keys are live", async () => {
        const answers = await Promise.all(callers.map(({ key }) => worker.post(legacy("ping"), { "x-api-key": key })));
        return answers.every(({ status }) => status === 200);
      });
      for (const caller of callers)
        for (const revision of supportedRevisions) await checkCaller(worker, caller, revision);
    });
  }
});
