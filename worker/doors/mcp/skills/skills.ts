import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { listTtlMs } from "../../../deployed/endpoints/bindings/tool-table.ts";
import { invalidParams } from "../transport/invalid.ts";
import { resultAnswer, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Feature, Method, Params } from "../transport/method.ts";
import { pageOf } from "../transport/page.ts";
import { cachedResultJson } from "../transport/result.ts";
import { findSkills, hasSkills, type Skill } from "./find-skills.ts";
import { readDirectory } from "./read-directory.ts";
import { skillEntry } from "./skill-entry.ts";

const extension = "io.modelcontextprotocol/skills";

const answerOf = (request: McpRequest, id: IdText, made: string): RpcAnswer =>
  made.startsWith("{") ? resultAnswer(id, made) : invalidParams(request, id, made);

async function listSkills(request: McpRequest, revision: Revision, id: IdText, params: Params = {}) {
  const entries = await Promise.all(
    findSkills(request).map(async (skill) => ({ skill, entry: await skillEntry(skill) })),
  );
  type Listed = { skill: Skill; entry: string };
  const listing = {
    member: "skills",
    all: entries.filter((one): one is Listed => one.entry !== null),
    nameOf: ({ skill }: Listed) => skill.main.binding.name,
    entryOf: ({ entry }: Listed) => entry,
  };
  const page = pageOf(request.table, revision, listing, params["cursor"] ?? undefined);
  return answerOf(request, id, page ?? "the cursor is not known here");
}

async function getSkill(request: McpRequest, revision: Revision, id: IdText, params: Params = {}) {
  const found = findSkills(request).find(({ main }) => main.binding.uri === params["uri"]);
  const entry = found === undefined ? null : await skillEntry(found);
  const made =
    entry === null
      ? "no skill is served at this uri"
      : cachedResultJson(request.table, revision, `"skill":${entry}`, listTtlMs);
  return answerOf(request, id, made);
}

const method = (handle: Method["handle"]): Method => ({
  isIn: (revision) => revision === modernRevision,
  handle: (request, ...rest) => (hasSkills(request) ? handle(request, ...rest) : undefined),
});

/**
 * The extension `io.modelcontextprotocol/skills` (SEP-2640, Final): skills are directories of resources with a
 * `SKILL.md` at their root. Its specification builds on revision 2026-07-28.
 */
export const skills: Feature = {
  methods: {
    "skills/list": method(listSkills),
    "skills/get": method(getSkill),
    "resources/directory/read": method((request, revision, id, params) =>
      answerOf(request, id, readDirectory(request, revision, params?.["uri"], params?.["cursor"] ?? undefined)),
    ),
  },
  declare(capabilities, request, revision) {
    if (revision !== modernRevision || !hasSkills(request)) return;
    capabilities["extensions"] = { ...capabilities["extensions"], [extension]: { directoryRead: true } };
  },
};
