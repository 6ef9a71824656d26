import { LRUCache } from "lru-cache";
import type { KeptContent } from "../../../deployed/endpoints/bindings/resource-table.ts";

/** A kept content as a member of `contents`: `"text":"…"` or `"blob":"…"`. */
type Member = string;

/** How many characters of contents a worker holds ready to send. The rest are in its store of bundles. */
const heldChars = 16 * 1024 * 1024;

/** By the digest of the content, so that deployments and Projects share equal ones. */
const held = new LRUCache<string, Member>({ maxSize: heldChars, sizeCalculation: (member) => member.length });

async function readMember({ digest, load }: KeptContent): Promise<Member> {
  const content = await parseContent({ digest, load });
  const member = "text" in content ? `"text":${JSON.stringify(content.text)}` : `"blob":"${content.base64}"`;
  held.set(digest, member);
  return member;
}

/** Reads a kept content. @throws when it is not available */
export async function parseContent({
  load,
}: Pick<KeptContent, "digest" | "load">): Promise<{ text: string } | { base64: string }> {
  const { code } = await load();
  return JSON.parse(code.toString("utf8")) as { text: string } | { base64: string };
}

/** A kept content as a member of `contents`; at once if it has been read lately. @throws when it is not available */
export const keptMember = (kept: KeptContent): Member | Promise<Member> => held.get(kept.digest) ?? readMember(kept);
