import { BackupError } from "./frames.ts";
import type { AppliedMigration, TableOfBackup } from "../queries/catalog.ts";
import { z } from "zod";

/** Increases with each change that an older version could not read. */
export const formatVersion = 1;

const migration = z.object({ name: z.string(), checksum: z.string() });
const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });

/** What a backup says about itself before its rows. */
const headerSchema = z.object({
  product: z.literal("ferrule"),
  format: z.number(),
  version: z.string(),
  takenAt: z.string(),
  migrations: z.array(migration).min(1),
  tables: z.array(table).min(1),
});
const tableSchema = z.object({ name: z.string() });
const tableEndSchema = z.object({ rows: z.number() });
const sequencesSchema = z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/) }));
const endSchema = z.object({ tables: z.number(), rows: z.number(), sha256: z.string() });

export interface Header {
  product: "ferrule";
  format: number;
  version: string;
  takenAt: string;
  migrations: AppliedMigration[];
  tables: TableOfBackup[];
}

const damaged = "The backup is damaged.";

function parse<T>(schema: z.ZodType<T>, payload: Buffer): T {
  try {
    return schema.parse(JSON.parse(payload.toString("utf8")));
  } catch (cause) {
    throw new BackupError(damaged, { cause });
  }
}

/** @throws BackupError for a file of another kind, or of a newer format */
export function parseHeader(payload: Buffer): Header {
  const header = parse(headerSchema, payload);
  if (header.format > formatVersion)
    throw new BackupError(`The backup was made by a newer Ferrule (${header.version}).`);
  return header;
}

export const parseTable = (payload: Buffer) => parse(tableSchema, payload);
export const parseTableEnd = (payload: Buffer) => parse(tableEndSchema, payload);
export const parseSequences = (payload: Buffer) => parse(sequencesSchema, payload);
export const parseEnd = (payload: Buffer) => parse(endSchema, payload);
