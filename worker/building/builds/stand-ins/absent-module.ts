import { builtinModules } from "node:module";

const name = /^[A-Za-z_$][\w$]*$/;
/** Modules whose exports we can list without opening anything. */
const described = new Set([
  "async_hooks",
  "dns",
  "dns/promises",
  "fs",
  "fs/promises",
  "module",
  "readline",
  "v8",
  "vm",
]);

const throwing = (specifier: string) =>
  `throw new Error(${JSON.stringify(`The module "${specifier}" does not exist in the sandbox.`)}); module.exports = {};`;

/** Replaces every function of the module by one that throws an error with its own name when it is called. */
function throwingExports(specifier: string, bare: string): string {
  const whole = process.getBuiltinModule(bare) as Record<string, unknown>;
  const listed = (value: object) =>
    Object.entries(Object.getOwnPropertyDescriptors(value))
      .filter(([key, { value: one }]) => name.test(key) && typeof one === "function")
      .map(([key]) => key);
  const { promises, constants } = whole;
  const lines = [
    `const refuse = (name) => function () { throw new Error(\`The module ${JSON.stringify(specifier)} does not exist in the sandbox, and \${name}() was called.\`); };`,
    `for (const name of ${JSON.stringify(listed(whole))}) exports[name] = refuse(name);`,
  ];
  if (typeof constants === "object" && constants !== null)
    lines.push(`exports.constants = ${JSON.stringify(constants)};`);
  if (typeof promises === "object" && promises !== null) {
    lines.push("exports.promises = {};");
    lines.push(
      `for (const name of ${JSON.stringify(listed(promises))}) exports.promises[name] = refuse("promises." + name);`,
    );
  }
  return lines.join(" ");
}

/**
 * The text of a missing module. If the module reads files or the machine's state, each of its functions throws only
 * when called, because many packages load such a module but few calls use it. Any other module throws when loaded,
 * which a package expects if it loads the module inside `try`.
 */
export function absentModule(specifier: string): string {
  const bare = specifier.replace(/^node:/, "");
  return described.has(bare) && builtinModules.includes(bare) ? throwingExports(specifier, bare) : throwing(specifier);
}
