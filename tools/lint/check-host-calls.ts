/**
 * Host calls that belong to another member of the context, or have another name there. Each is documented with that
 * member.
 */
const partOf: Readonly<Record<string, string>> = {
  "fetch.read": "fetch",
  "fetch.cancel": "fetch",
  "http.body": "http.request",
  "http.open": "http.stream",
  "http.write": "http.stream",
  "http.verify": "http.verifySignature",
  "sql.query": "sql",
  "sql.commit": "sql.begin",
  "sql.rollback": "sql.begin",
};

/** The names that the guest's code passes on, each as its own text. Functions can make none of those of test runs. */
function namesIn(guest: string): string[] {
  const calls = guest.matchAll(/\b(?:request|answerOf|ask)\(\s*"(?!tests\.)([a-z][\w.]*)"/g);
  return [...new Set([...calls].map(([, name = ""]) => name))];
}

/**
 * How a page writes a member: `cache.get`, `cache.get/set/delete`, or `insert(` alone for a member of a call's result.
 */
function isWritten(member: string, docs: string): boolean {
  const [group = "", method] = member.split(".");
  if (method === undefined) return new RegExp(String.raw`\b${group}\b[(\`]`).test(docs);
  const alone = group.endsWith("s") ? String.raw`|[.\`]${method}\(` : "";
  return new RegExp(String.raw`\b${group}\.(?:\w+/)*${method}\b${alone}`).test(docs);
}

/** Whether the declarations have a member or function with this name. */
const isDeclared = (name: string, declarations: string) =>
  new RegExp(String.raw`^\s*(?:readonly |declare function )?${name}\??[(<:]`, "m").test(declarations);

export interface HostCallTexts {
  /** The guest's code. */
  guest: string;
  /** The declarations in `contract/guest/`. */
  declarations: string;
  /** The pages of `docs/`. */
  docs: string;
}

/**
 * Finds host calls that a Function can make without a declaration, and those that no page of the documentation names.
 */
export function checkHostCalls({ guest, declarations, docs }: HostCallTexts): string[] {
  return namesIn(guest).flatMap((name) => {
    const member = partOf[name] ?? name;
    const own = member.split(".").at(-1) ?? member;
    return [
      ...(isDeclared(own, declarations) ? [] : [`${name}: no file of contract/guest/ declares ${own}.`]),
      ...(isWritten(member, docs) ? [] : [`${name}: no page of docs/ names ${member}. Write it in docs/functions.md.`]),
    ];
  });
}
