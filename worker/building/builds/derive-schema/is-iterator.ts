import type ts from "typescript-compiler";
import { guestFolder, libraryFolder } from "../program/declaration-files.ts";

const iterators =
  /^(?:Async)?(?:Generator|Iterator|IteratorObject|Iterable|IterableIterator)$|^(?:Map|Set|Array|String)Iterator$/;

/** Whether a type is one of the language's iterators, which JSON writes as nothing. */
export function isIterator({ symbol, aliasSymbol }: ts.Type): boolean {
  const named = (symbol as ts.Symbol | undefined) ?? aliasSymbol;
  return (
    named !== undefined &&
    iterators.test(named.name) &&
    (named.declarations ?? []).every((one) => {
      const { fileName } = one.getSourceFile();
      return fileName.startsWith(libraryFolder) || fileName.startsWith(guestFolder);
    })
  );
}
