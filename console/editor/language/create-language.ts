import { guestCompilerOptions } from "@ferrule/contract/guest/compiler-options.ts";
import ts from "typescript-compiler";
import { createFiles, isTested, sourceName } from "./files.ts";
import type { Description, Language, Place, Suggestion } from "./language.ts";
import { listProblems } from "./list-problems.ts";

interface Given {
  /** TypeScript's own declarations by file name: `lib.esnext.d.ts`. */
  libraries: Readonly<Record<string, string>>;
  /** The declarations that every Function has. */
  guest: string;
}

const mostSuggestions = 1_000;

const placeOf = ({ start, length }: ts.TextSpan): Place => ({ from: start, to: start + length });
const text = (parts: readonly ts.SymbolDisplayPart[] | undefined) => ts.displayPartsToString([...(parts ?? [])]);

function documentationOf(parts: readonly ts.SymbolDisplayPart[] | undefined, tags: readonly ts.JSDocTagInfo[] = []) {
  const lines = tags.map((tag) => `@${tag.name} ${text(tag.text)}`.trim());
  return [text(parts), ...lines].filter((line) => line !== "").join("\n");
}

function suggestionsOf(found: ts.CompletionInfo, source: string, at: number): ReturnType<Language["suggest"]> {
  if (found.entries.length === 0) return null;
  const own = found.entries.find(({ replacementSpan }) => replacementSpan !== undefined)?.replacementSpan;
  const span = own ?? found.optionalReplacementSpan ?? { start: wordStart(source, at), length: 0 };
  const entries = found.entries.slice(0, mostSuggestions).map(({ name, kind, insertText, sortText }): Suggestion => ({
    label: name,
    kind,
    insert: insertText ?? null,
    sortText,
  }));
  const inString = found.entries.every(
    ({ kind }) => kind === ts.ScriptElementKind.string || kind === ts.ScriptElementKind.externalModuleName,
  );
  return { from: span.start, to: at, entries, inString };
}

function signatureOf(found: ts.SignatureHelpItems): ReturnType<Language["signature"]> {
  const item = found.items[found.selectedItemIndex];
  if (item === undefined) return null;
  let written = text(item.prefixDisplayParts);
  let parameter: Place | null = null;
  for (const [index, one] of item.parameters.entries()) {
    if (index > 0) written += text(item.separatorDisplayParts);
    const from = written.length;
    written += text(one.displayParts);
    if (index === found.argumentIndex) parameter = { from, to: written.length };
  }
  const documentation =
    documentationOf(item.parameters[found.argumentIndex]?.documentation) || documentationOf(item.documentation);
  return { signature: written + text(item.suffixDisplayParts), documentation, parameter };
}

type Files = ReturnType<typeof createFiles>;

/** TypeScript's service over the files, with the build's compiler options. */
function serviceOf(files: Files): ts.LanguageService {
  const { options } = ts.convertCompilerOptionsFromJson(guestCompilerOptions, "/");
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => "/",
    getDefaultLibFileName: () => "/lib/lib.esnext.d.ts",
    useCaseSensitiveFileNames: () => true,
    getScriptFileNames: files.roots,
    getScriptVersion: (name) => String(files.get(name)?.version ?? 0),
    getScriptSnapshot: (name) => files.get(name)?.snapshot,
    fileExists: (name) => files.get(name) !== undefined,
    readFile: (name) => files.get(name)?.text,
    directoryExists: () => false,
    getDirectories: () => [],
    // The types declare Libraries as ambient modules, so the only file to look for is the one that tests import.
    resolveModuleNameLiterals: (literals) =>
      literals.map(({ text: specifier }) => {
        const resolvedFileName = files.imported(specifier);
        const resolved = resolvedFileName && { resolvedFileName, extension: ts.Extension.Ts };
        return { resolvedModule: resolved || undefined };
      }),
  });
}

const preferences: ts.UserPreferences = { includeCompletionsWithInsertText: true, quotePreference: "double" };

const descriptionOf = ({
  displayParts,
  documentation,
  tags,
}: ts.QuickInfo | ts.CompletionEntryDetails): Description => ({
  signature: text(displayParts),
  documentation: documentationOf(documentation, tags),
});

/** The place in the source that names a thing, and the thing's declaration if that is elsewhere. */
function definitionOf(found: ts.DefinitionInfo, files: Files): ReturnType<Language["define"]> {
  const place = placeOf(found.textSpan);
  if (found.fileName === sourceName) return { ...place, declaration: null };
  const declared = files.get(found.fileName)?.text;
  return declared === undefined ? null : { ...place, declaration: { title: titleOf(found), text: declared } };
}

const formatting: ts.FormatCodeSettings = { ...ts.getDefaultFormatCodeSettings("\n"), indentSize: 2, tabSize: 2 };

/** A language over one Function and its types only. */
export function createLanguage({ libraries, guest }: Given): Language {
  const files = createFiles(libraries, guest);
  const service = serviceOf(files);
  let typesAreKnown = false;
  return {
    setSource: (given) => files.set(sourceName, given),
    setTypes(given) {
      typesAreKnown = true;
      files.setTypes(given);
    },
    setTested: (given) => files.setTested(given),
    problems: () => listProblems(service, sourceName, typesAreKnown),
    suggest(at) {
      const found = service.getCompletionsAtPosition(sourceName, at, preferences);
      return found === undefined ? null : suggestionsOf(found, files.get(sourceName)?.text ?? "", at);
    },
    explain(at, label) {
      const options = [undefined, undefined, preferences, undefined] as const;
      const found = service.getCompletionEntryDetails(sourceName, at, label, ...options);
      return found === undefined ? null : descriptionOf(found);
    },
    hover(at) {
      const found = service.getQuickInfoAtPosition(sourceName, at);
      return found === undefined ? null : { ...placeOf(found.textSpan), ...descriptionOf(found) };
    },
    signature(at) {
      const found = service.getSignatureHelpItems(sourceName, at, undefined);
      return found === undefined ? null : signatureOf(found);
    },
    define(at) {
      const [found] = service.getDefinitionAtPosition(sourceName, at) ?? [];
      return found === undefined ? null : definitionOf(found, files);
    },
    format: () =>
      service
        .getFormattingEditsForDocument(sourceName, formatting)
        .map(({ span, newText }) => ({ ...placeOf(span), insert: newText })),
  };
}

const wordStart = (source: string, at: number) => at - (/[\w$]*$/.exec(source.slice(0, at))?.[0].length ?? 0);

/** A title such as `Context` of "ferrule", or `Promise` of TypeScript's own. */
function titleOf({ fileName, containerName, name }: ts.DefinitionInfo): string {
  const leaf = fileName.slice(fileName.lastIndexOf("/") + 1);
  const from = fileName.startsWith("/lib/") || isTested(fileName) ? leaf : "the types of this Project";
  return `${containerName === "" ? "" : `${containerName}.`}${name} in ${from}`;
}
