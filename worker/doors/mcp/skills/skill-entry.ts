import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { CompiledResource, KeptContent } from "../../../deployed/endpoints/bindings/resource-table.ts";
import { parseContent } from "../resources/kept-member.ts";
import type { Skill } from "./find-skills.ts";
import { readFrontmatter } from "./frontmatter.ts";

/** The limits up to which every host loads a skill (MCP Skills extension, "Limits"). */
const most = { files: 512, bytes: 16 * 1024 * 1024 };

/** SHA-256 of the bytes of kept contents, by the digests of the bundles that hold them. */
const digests = new LRUCache<string, string>({ max: 10_000 });
/** The JSON of frontmatters by directory and bundle; an empty text: it is not that of a skill. */
const frontmatters = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (json) => json.length + 100,
});

async function digestOf(kept: KeptContent): Promise<string> {
  const known = digests.get(kept.digest);
  if (known !== undefined) return known;
  const content = await parseContent(kept);
  const bytes = "text" in content ? Buffer.from(content.text) : Buffer.from(content.base64, "base64");
  const digest = createHash("sha256").update(bytes).digest("hex");
  digests.set(kept.digest, digest);
  return digest;
}

async function frontmatterOf({ root, main }: Skill): Promise<string> {
  const directory = root.slice(root.lastIndexOf("/") + 1);
  const key = `${directory} ${main.kept!.digest}`;
  const known = frontmatters.get(key);
  if (known !== undefined) return known;
  const content = await parseContent(main.kept!);
  const read = "text" in content ? readFrontmatter(content.text, directory) : null;
  const json = read === null ? "" : JSON.stringify(read);
  frontmatters.set(key, json);
  return json;
}

async function fileOf({ binding, kept }: CompiledResource) {
  return { uri: binding.uri, digest: `sha256:${await digestOf(kept!)}`, size: kept!.size };
}

/** The JSON of a skill's entry, with digests of all its files; null: the resources are no skill that hosts could load. */
export async function skillEntry(skill: Skill): Promise<string | null> {
  const { main, files, isDynamic } = skill;
  const bytes = files.reduce((sum, { kept }) => sum + (kept?.size ?? 0), 0);
  if (files.length > most.files || bytes > most.bytes) return null;
  const frontmatter = await frontmatterOf(skill);
  if (frontmatter === "") return null;
  const resources = isDynamic ? "dynamic" : await Promise.all(files.map(fileOf));
  return `{"uri":${JSON.stringify(main.binding.uri)},"frontmatter":${frontmatter},"resources":${JSON.stringify(resources)}}`;
}
