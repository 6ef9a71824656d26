import { folders, mayImport, mustNotImport } from "./tools/lint/import-table.ts";
import { operationsOfOthers, slices } from "./tools/lint/slices.ts";

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const packagePattern = (name: string) =>
  name.endsWith("*") ? `^${escape(name.slice(0, -1))}` : `^${escape(name)}(/|$)`;

/** The patterns that `no-restricted-imports` forbids in one folder, from the import table. */
function forbidden(folder: (typeof folders)[number]) {
  const others = folders.filter(
    (other) => other !== folder && !(mayImport[folder] as readonly string[]).includes(other),
  );
  const patterns = others.map((other) => ({
    regex: String.raw`^(@ferrule/|(\.\./)+)${escape(other)}/`,
    message: `The import table does not let ${folder} import ${other}.`,
  }));
  const banned = mustNotImport[folder];
  if (banned) {
    for (const name of banned.packages)
      patterns.push({ regex: packagePattern(name), message: `${folder} does without ${name}: ${banned.because}.` });
  }
  return patterns;
}

/** The private modules that one slice of the control plane keeps from the others, beside the import table. */
const allSlices = slices(import.meta.dirname);
const operationsOf = (slice: string) => {
  const regex = operationsOfOthers(allSlices, slice);
  const message = "A slice never imports another slice's operations: move what both need beside them.";
  return regex === null ? [] : [{ regex, message }];
};

const allowForKnownSafeCalls = [{ from: "package", name: ["test", "it", "describe", "suite"], package: "node:test" }];

/** The programs that run on a server. */
const serverFiles = [
  "start.ts",
  ...["cli", "contract", "control-plane", "demo", "embedded-postgres", "gateway", "kit", "one-machine", "worker"].map(
    (folder) => `${folder}/**/*.ts`,
  ),
];

export default {
  plugins: ["typescript", "unicorn", "oxc", "import", "node", "promise"],
  categories: { correctness: "error", suspicious: "error", perf: "warn" },
  options: { typeAware: true },
  ignorePatterns: [
    "**/node_modules/**",
    "demo/functions/**",
    "examples/**",
    "control-plane/whole/templates/functions/**",
    "worker/running/sandbox/guest/**",
  ],
  rules: {
    "max-lines": ["error", { max: 400, skipBlankLines: false, skipComments: false }],
    "no-eval": "error",
    "no-new-func": "error",
    "typescript/no-explicit-any": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/no-floating-promises": ["error", { ignoreVoid: false, allowForKnownSafeCalls }],
    "typescript/no-misused-promises": "error",
    "typescript/consistent-type-imports": "error",
    "import/no-cycle": "error",
    "no-await-in-loop": "off",
    "no-underscore-dangle": "off",
    "oxc/no-map-spread": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/prefer-array-flat-map": "off",
    "no-shadow": "off",
    "unicorn/no-array-sort": "off",
    "import/no-unassigned-import": "off",
    "promise/always-return": "off",
    "promise/no-multiple-resolved": "off",
    "typescript/no-unsafe-type-assertion": "off",
  },
  overrides: [
    ...folders.map((folder) => ({
      files: [`${folder}/**/*.{ts,tsx}`],
      rules: { "no-restricted-imports": ["error", { patterns: forbidden(folder) }] },
    })),
    ...[...allSlices.keys()].map((slice) => ({
      files: [`control-plane/${slice}/**/*.ts`],
      rules: {
        "no-restricted-imports": ["error", { patterns: [...forbidden("control-plane"), ...operationsOf(slice)] }],
      },
    })),
    // `void` hides a promise that nobody awaits. On a server, each such promise needs `unwaited`, which catches its
    // errors.
    {
      files: serverFiles,
      excludeFiles: ["**/*.test.ts", "**/testing/**", "**/testing.ts"],
      rules: { "no-void": "error" },
    },
    // A longer function does not fit on one screen.
    {
      files: ["console", "control-plane", "gateway", "kit", "worker"].map((folder) => `${folder}/**/*.{ts,tsx}`),
      excludeFiles: ["**/*.test.ts", "**/testing/**", "**/testing.ts", "**/conformance/**"],
      rules: {
        "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true, IIFEs: true }],
      },
    },
    // A page survives an unhandled rejection, and its queries show their failures.
    {
      files: ["console/**/*.{ts,tsx}", "acceptance/browser/**/*.ts"],
      rules: { "typescript/no-floating-promises": ["error", { ignoreVoid: true, allowForKnownSafeCalls }] },
    },
    // The console's build and its tests run in Node.
    { files: ["console/build/**/*.ts", "console/**/*.test.ts"], rules: { "no-restricted-imports": "off" } },
    { files: ["contract/**/*.test.ts", "cli/**/*.test.ts"], rules: { "no-restricted-imports": "off" } },
    // Programs that attack a sandbox do what honest code must not.
    {
      files: ["worker/running/sandbox/conformance/programs/**/*.ts"],
      rules: {
        "no-eval": "off",
        "no-extend-native": "off",
        "no-new": "off",
        "no-new-func": "off",
        "no-unreachable": "off",
        "no-unused-expressions": "off",
        "no-void": "off",
        "typescript/await-thenable": "off",
        "typescript/consistent-return": "off",
        "typescript/no-floating-promises": "off",
        "typescript/no-implied-eval": "off",
        "typescript/no-misused-spread": "off",
        "typescript/unbound-method": "off",
        "unicorn/no-new-array": "off",
        "unicorn/no-thenable": "off",
        "unicorn/no-unnecessary-await": "off",
        "unicorn/no-useless-spread": "off",
        "unicorn/prefer-add-event-listener": "off",
      },
    },
    // These cases test all of the web platform, including uses that it refuses.
    {
      files: ["worker/running/sandbox/conformance/web/*.js"],
      rules: {
        "no-new": "off",
        "no-sparse-arrays": "off",
        "no-unused-expressions": "off",
        "typescript/await-thenable": "off",
        "typescript/no-base-to-string": "off",
        "typescript/no-floating-promises": "off",
        "typescript/no-implied-eval": "off",
        "typescript/unbound-method": "off",
        "unicorn/no-invalid-fetch-options": "off",
        "unicorn/no-unnecessary-await": "off",
        "unicorn/prefer-add-event-listener": "off",
      },
    },
    // Node's own modules take any value, and we cannot change their classes.
    {
      files: ["contract/guest/node-*.d.ts"],
      rules: { "typescript/no-explicit-any": "off", "typescript/no-unsafe-declaration-merging": "off" },
    },
    {
      files: ["worker/building/builds/stand-ins/modules/*.cjs"],
      rules: {
        "promise/no-promise-in-callback": "off",
        "typescript/no-extraneous-class": "off",
        "typescript/no-implied-eval": "off",
        "typescript/unbound-method": "off",
      },
    },
  ],
};
