import { z } from "zod";
import { changedDataCollection, newDataCollection } from "@ferrule/contract/resources/data-collection.ts";
import { keysText, readKeys, readPaths } from "./json-text.ts";

/** The form's representation: lists are text. */
const texts = {
  uniqueKeys: z.string().transform(readKeys).pipe(newDataCollection.shape.uniqueKeys.unwrap()),
  indexes: z.string().transform(readPaths).pipe(newDataCollection.shape.indexes.unwrap()),
  ttlSeconds: newDataCollection.shape.ttlSeconds.optional().transform((value) => value ?? null),
};

/** A new collection without its schema, which has an editor of its own. */
export const newCollectionForm = z.object({
  name: newDataCollection.shape.name,
  description: z.string().max(4_000),
  ...texts,
});

export const changedCollectionForm = z.object({
  description: changedDataCollection.shape.description,
  ...texts,
});

interface Held {
  description: string;
  uniqueKeys: readonly (readonly string[])[];
  indexes: readonly string[];
  ttlSeconds: number | null;
}

export const formOf = ({ description, uniqueKeys, indexes, ttlSeconds }: Held) => ({
  description,
  uniqueKeys: keysText(uniqueKeys),
  indexes: indexes.join(", "),
  ttlSeconds: ttlSeconds ?? undefined,
});
