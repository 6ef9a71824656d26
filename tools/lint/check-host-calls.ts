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
  "runs.keep": "step",
  "runs.asked": "approve",
  "sql.query": "sql",
  "sql.commit": "sql.begin",
  "sql.rollback": "sql.begin",
};

/** The names that the guest's code passes on, each as its own text. Functions can make none of those of test runs. */
function namesIn(guest: string): string[] {
  const calls = guest.matchAll(/\b(?:request|answerOf|ask)\(\s*"(?!tests\.)([a-z][\w.]*)"/g);
  return [...new Set([...calls].map(([, name = ""]) => name))];
}

/** The names that the worker's tables of host calls offer, and the groups whose names a table builds. */
function offeredBy(worker: string): { names: string[]; groups: string[] } {
  const keys = worker.matchAll(/(?<![\w.])"([a-z]+\.[a-z]+)":/g);
  const built = worker.matchAll(/\[`([a-z]+)\.\$\{/g);
  return {
    names: [...new Set([...keys].map(([, name = ""]) => name))],
    groups: [...built].map(([, group = ""]) => group),
  };
}

/** How a page writes a member: `cache.get`, `cache.get/set/delete`, or for what a call returns, `insert(` alone. */
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
  /** The worker's code that offers host calls. */
  worker: string;
  /** What `contract/guest/` declares. */
  declarations: string;
  /** The pages of `docs/`. */
  docs: string;
}

/**
 * The host calls that only one side knows, that a Function can make without a declaration, or that no page of the
 * documentation names.
 */
export function checkHostCalls({ guest, worker, declarations, docs }: HostCallTexts): string[] {
  const asked = namesIn(guest);
  const { names, groups } = offeredBy(worker);
  const unasked = names.filter((name) => !asked.includes(name));
  // A name without a point is answered in the executor, or is `fetch` itself.
  const unoffered = asked
    .filter((name) => name.includes(".") && !names.includes(name))
    .filter((name) => !groups.includes(name.split(".")[0] ?? ""));
  const undocumented = asked.flatMap((name) => {
    const member = partOf[name] ?? name;
    const own = member.split(".").at(-1) ?? member;
    return [
      ...(isDeclared(own, declarations) ? [] : [`${name}: no file of contract/guest/ declares ${own}.`]),
      ...(isWritten(member, docs) ? [] : [`${name}: no page of docs/ names ${member}. Write it in docs/functions.md.`]),
    ];
  });
  return [
    ...unasked.map(
      (name) => `${name}: the worker offers it, but no file of worker/running/sandbox/guest/ asks for it.`,
    ),
    ...unoffered.map((name) => `${name}: the guest asks for it, but the worker does not offer it.`),
    ...undocumented,
  ];
}
