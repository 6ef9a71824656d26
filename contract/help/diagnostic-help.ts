import type { Help } from "./help.ts";

const help = (cause: string, fix: string): Help => ({ cause, fix });

/** What each code of a build or a deployment means, and what to write instead. A message of a problem says more. */
export const diagnosticHelp = {
  NO_DEFAULT_EXPORT: help(
    "The file has no default export, so nothing can be called.",
    "Write `export default async function name(input: Input, ctx: Context) { … }`.",
  ),
  HANDLER_NOT_FUNCTION: help(
    "The default export is not a function.",
    "Export a function by default: `export default (input: Input) => …`.",
  ),
  HANDLER_PARAMETERS: help(
    "The handler has parameters other than `(input, ctx)`.",
    "Take one object as `input`, and the context as `ctx`. Put everything that callers give into the object.",
  ),
  HANDLER_CONTEXT: help(
    "The second parameter of the handler is not the context.",
    'Write `ctx: Context`, with `import { type Context } from "ferrule"`.',
  ),
  HANDLER_GENERATOR: help(
    "The handler returns a [generator or another iterator](functions.md#schemas-from-types), which JSON writes as `{}`.",
    "Return an array, or send pieces with a [stream](http.md#streams).",
  ),
  INPUT_UNTYPED: help(
    "Nothing gives the input a type, so callers are not told its arguments. It is a warning.",
    "Declare `interface Input { … }`, and write `input: Input`.",
  ),
  COMPLETE_TYPE: help(
    "The module exports a `complete` that does not have the form of one.",
    "Write it as [Functions](functions.md) shows: `export const complete: Complete = ({ value }) => …`. Or rename the export.",
  ),
  SCHEMA_ACCESSOR: help(
    "JSON leaves out an [accessor of a class](functions.md#schemas-from-types) in a result. It is a warning.",
    "Return a plain object with the value as a property.",
  ),
  SCHEMA_ROOT: help(
    "The schema of the input or the output does not describe a value that callers can send or get.",
    "Let the input be one object with named properties.",
  ),
  SCHEMA_UNSUPPORTED: help(
    "JSON cannot carry a type of the input or the output, such as a function, a symbol or a `bigint`.",
    "Use strings, numbers, booleans, `null`, arrays and objects of these. For a date, use a string with `@format date-time`.",
  ),
  SCHEMA_TOO_COMPLEX: help(
    "The types of the input or the output are too large or too deep for a schema.",
    "Describe only what callers send and get. Use `unknown` for parts that the Function checks itself.",
  ),
  SCHEMA_INVALID: help(
    "The schema that was set by hand is not JSON Schema 2020-12 that can be checked in bounded time.",
    "Correct it as the message says, or remove it, so that it is derived from the types.",
  ),
  SCHEMA_TAG_INVALID: help(
    "A tag in a doc comment, such as `@minimum`, cannot apply to the type beside it. It is a warning.",
    "Use a tag that fits the type: `@minimum` for numbers, `@minLength` for strings, `@minItems` for arrays.",
  ),
  SCHEMA_TAG_UNUSED: help(
    "A tag in a doc comment reached no schema. It is a warning.",
    "Put the comment directly above the property of the input or the output.",
  ),
  SCHEMA_ZOD_LOST: help(
    "JSON Schema cannot express a call in a [Zod schema](npm.md#zod). It is a warning.",
    "Check that rule in the handler, or use a call that JSON Schema can express.",
  ),
  CONFIG_INVALID: help(
    "`export const config` is not a literal that can be read without running it, or has a setting that does not exist.",
    "Write `export const config = { … } satisfies Config` with fixed values, as [Functions](functions.md) shows.",
  ),
  COLLECTION_UNKNOWN: help(
    "The Project has no collection of this name. It is a warning.",
    "Create the collection, or correct the name.",
  ),
  INDEX_UNCHECKED: help(
    "An index or key may find nothing, and the result would not fit its schema. It is a warning.",
    "Check for `undefined` before you use the value, for example with `??`.",
  ),
  HEADER_NOT_SENT: help(
    "A Function cannot [set this header](http.md#answers). It is a warning.",
    "Remove it. Ferrule sets it, or a policy of the endpoint does.",
  ),
  PERMISSION_UNDECLARED: help(
    "The source uses a secret, host, connection, collection or Function that it does not declare. It is a warning.",
    "Declare it in `permissions` of `export const config`. The console offers this with one click.",
  ),
  SECRET_MISSING: help("There is no secret of this name. It is a warning.", "Create the secret, or correct the name."),
  CONNECTION_MISSING: help(
    "There is no connection of this name. It is a warning.",
    "Create the connection, or correct the name.",
  ),
  FUNCTION_MISSING: help("There is no Function of this name. It is a warning.", "Create it, or correct the name."),
  IMPORT_UNKNOWN: help(
    "An import names a file, a Library or a package that is not there.",
    "Create a Library for the npm package, or correct the name. Import other files as `lib/name`.",
  ),
  DYNAMIC_IMPORT: help(
    "The name of an `import()` is not a fixed text, so the build cannot bundle it.",
    "Import every module by a fixed name at the top of the file.",
  ),
  COMMONJS: help(
    "The source uses `require`, `module` or `exports`, which modules do not have.",
    "Use `import` and `export`.",
  ),
  REFERENCE_UNKNOWN: help(
    "A `/// <reference>` names something that the build does not have.",
    "Remove the line. The types of Ferrule and of Libraries are always there.",
  ),
  NODE_GLOBAL: help(
    "The source uses a global of Node that the sandbox does not have.",
    "Use what the message names instead: [Functions](functions.md) lists what a Function has.",
  ),
  GLOBAL_UNAVAILABLE: help(
    "The source uses a global that the sandbox does not have.",
    "Use what the message names instead: [Functions](functions.md) lists what a Function has.",
  ),
  TOP_LEVEL_NETWORK: help(
    "The module uses the network or the context before it is called.",
    "Do it inside the handler, where there is a call with rights.",
  ),
  LIBRARY_NOT_FOUND: help(
    "The registry has no such npm package or version.",
    "Correct the name and the version of the Library.",
  ),
  LIBRARY_UNAVAILABLE: help(
    "The registry did not answer.",
    "Deploy again later. If this continues, check `NPM_REGISTRY_URL` and the network of the workers.",
  ),
  LIBRARY_UNREADABLE: help(
    "The archive of an npm package is damaged, or it is none.",
    "Choose another version of the package.",
  ),
  LIBRARY_INTEGRITY: help(
    "An npm package differs from what it was before, although its version is the same.",
    "Do not use it before you know why. Then choose another version, or create the Library again.",
  ),
  LIBRARY_DEPENDENCIES: help(
    "The dependencies of an npm package do not fit each other, or there are too many.",
    "Choose another version, or a package with fewer dependencies.",
  ),
  LIBRARY_TOO_LARGE: help(
    "An npm package is larger than allowed.",
    "Choose a smaller package, or a smaller part of it.",
  ),
  LIBRARY_UNSAFE: help(
    "The archive of an npm package has paths or files that must not be unpacked.",
    "Choose another version, or another package.",
  ),
  LIBRARY_REFUSED: help(
    "An npm package [needs sockets, programs, files or native code](npm.md#what-is-refused).",
    "Use what the message names instead, such as `ctx.sql` for a database.",
  ),
  MODULE_REFUSED: help(
    "An npm package imports a module of Node that [needs sockets, programs, files or native code](npm.md#what-is-refused).",
    "Use another package, or another entry of it.",
  ),
  MODULE_ABSENT: help(
    "An npm package may ask for a module that the sandbox does not have. It is a warning.",
    "Test the part that you use. If it asks for the module, use another package.",
  ),
  SOURCE_TOO_LARGE: help("The source is larger than a Function's may be.", "Move parts into Libraries."),
  SOURCE_TOO_COMPLEX: help("The type checker gave up.", "Write simpler types, or annotate results of functions."),
  BUILD_TIMEOUT: help("The build took too long.", "Write simpler types, use smaller packages, and build again."),
  BUILD_OUT_OF_MEMORY: help("The build needed too much memory.", "Write simpler types, and use smaller packages."),
  BUILD_FAILED: help(
    "The build ended for a reason that is not in the source.",
    "Deploy again. If it fails again, report it with the log of the worker.",
  ),
  BUNDLE_FAILED: help("The modules could not be put into one file.", "Correct what the message names."),
  BUNDLE_TOO_LARGE: help(
    "The Function and everything that it imports is larger than a bundle may be.",
    "Import smaller packages, or only the parts that you need.",
  ),
  BINDING_WITHOUT_FUNCTION: help(
    "A binding refers to a Function that is not there any more.",
    "Choose another Function for the binding, or delete it.",
  ),
  INPUT_NOT_AN_OBJECT: help(
    "The input of a bound Function is not an object, but callers send named values.",
    "Let the input be an object with named properties.",
  ),
  RUN_INSTEAD_OF_CONTENT: help(
    "A resource, a prompt or a route needs an answer at once, but its Function is durable.",
    "Bind a Function that is not durable, or offer this one as a tool.",
  ),
  RUN_NOT_DURABLE: help(
    "The source waits or has steps, but the Function is not [durable](runs.md).",
    'Declare `export const config = { run: "durable" }`, or remove the steps.',
  ),
  RUN_UNSAFE_OUTSIDE_STEP: help(
    "A durable Function has an effect outside of a step, so the effect happens again with each attempt. It is a warning.",
    "Put it into `ctx.step`, or make it safe to repeat.",
  ),
  QUESTION_SCHEMA: help(
    "A schema of a [question to a person](questions.md) cannot be shown as a form.",
    "Use fields of the types string, number, integer, boolean or a choice, with the members that the message names.",
  ),
  QUESTION_NESTED: help(
    "The form of a [question to a person](questions.md) has a field inside of a field.",
    "Ask with a flat form, or ask several questions.",
  ),
  QUESTION_SECRET: help(
    "A form of a [question to a person](questions.md) asks for a secret, which would pass through the client.",
    "Send the person to a page with the mode `url`, or keep the value as a [secret](secrets.md).",
  ),
  QUESTION_UNSAFE_OUTSIDE_STEP: help(
    "An effect stands above a [question to a person](questions.md) and happens again when the answer comes. It is a warning.",
    "Ask first, put the effect into `ctx.step`, or make it safe to repeat.",
  ),
  STEP_IN_STEP: help(
    "A step, a wait or an approval stands in the callback of a step.",
    "Call it before or after that step.",
  ),
  STEP_NAME_CHANGES: help(
    "The name of a step differs between attempts, so its stored result is not found. It is a warning.",
    "Use a fixed name, or one that follows from the input.",
  ),
  TESTS_FAILED: help(
    "Tests of Functions failed, and the deployment requires them to pass.",
    "Mend the Function or the test. The deployment's log names each one; `ferrule test` runs them.",
  ),
  WORKER_LOST: help(
    "The workers of the build were lost, one after another.",
    "Deploy again. See the logs of the workers.",
  ),
  WORKER_FAILED: help("The worker could not do the job.", "Deploy again. The log of the worker says why it failed."),
  NO_WORKER: help("No worker took the build.", "Start a worker, or see why none is ready, and deploy again."),
  INTERRUPTED: help("The deployment was interrupted.", "Deploy again."),
  CANCELLED: help("Somebody cancelled the deployment before it was active.", "Deploy again when you want to."),
  SUPERSEDED: help("A newer deployment replaced this one before it was active.", "Nothing: look at the newer one."),
} as const satisfies Record<string, Help>;

/** A code of a build: Ferrule's own, or one of TypeScript. */
export type DiagnosticCode = keyof typeof diagnosticHelp | `TS${number}`;
