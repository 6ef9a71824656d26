/**
 * Node's globals that packages rely on, with their module and export. `asked`: if a package tests for the global first
 * (`typeof Buffer`), we leave the package alone, because its alternative is smaller. `process` always gets the
 * stand-in, which has the details that packages look for.
 */
const globals = [
  {
    name: "Buffer",
    module: "node:buffer",
    member: "Buffer",
    asked: true,
    use: /(?<![\w$.])Buffer\s{0,4}[.(]|\binstanceof\s{1,4}Buffer\b/,
  },
  {
    name: "process",
    module: "node:process",
    member: null,
    asked: false,
    use: /(?<![\w$.])process\s{0,4}(?:\[|\.(?!env\.NODE_ENV\b))/,
  },
  {
    name: "setImmediate",
    module: "node:timers",
    member: "setImmediate",
    asked: true,
    use: /(?<![\w$.])setImmediate\s{0,4}\(/,
  },
  {
    name: "clearImmediate",
    module: "node:timers",
    member: "clearImmediate",
    asked: true,
    use: /(?<![\w$.])clearImmediate\s{0,4}\(/,
  },
] as const;

/** How far before a name to look for the declaration's keyword, and how many places to check. */
const lookBack = 200;
const mostPlaces = 2_000;
const declares = /\b(?:var|let|const|class|function|import)\b[^;=()]*$/;

/** Whether the text declares or imports the name itself or, where `asked` is set, tests for it first. */
function knows(text: string, name: string, asked: boolean): boolean {
  let at = text.indexOf(name);
  for (let places = 0; at >= 0; at = text.indexOf(name, at + name.length), places += 1) {
    if (places === mostPlaces) return true;
    const before = text.slice(Math.max(0, at - lookBack), at);
    if (/[\w$.]$/.test(before) || /^[\w$]/.test(text.slice(at + name.length, at + name.length + 1))) continue;
    if ((asked && /\btypeof\s{1,4}$/.test(before)) || declares.test(before)) return true;
  }
  return false;
}

/** Syntax that only modules have. A script may contain `import(…)` and `import.meta`, too. */
const statement = /^[ \t]{0,40}(?:import\s{1,4}[\w$]|import\s{0,4}[*{"']|export\s{1,4}[\w$]|export\s{0,4}[*{])/m;

/**
 * Imports the Node globals that a package's file relies on, on its first line, so that line numbers stay the same. A
 * Function's own text does not get them: it gets a diagnostic that names the Web API to use instead. `isModule`:
 * whether the file's name or its package says that it is an ES module. Undefined: neither says so or denies it.
 */
export function bringGlobals(text: string, isModule?: boolean): string {
  const brought = globals.filter(({ name, use, asked }) => use.test(text) && !knows(text, name, asked));
  if (brought.length === 0) return text;
  const asModule = isModule ?? statement.test(text);
  const lines = brought.map(({ name, module, member }) => {
    if (asModule) return member === null ? `import ${name} from "${module}";` : `import { ${name} } from "${module}";`;
    return `var ${name} = require("${module}")${member === null ? "" : `.${member}`};`;
  });
  return `${lines.join(" ")} ${text.startsWith("#!") ? `//${text.slice(2)}` : text}`;
}
