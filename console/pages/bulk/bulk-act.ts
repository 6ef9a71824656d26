import type { OperationName } from "@ferrule/contract/operations.ts";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** What can be done to many rows at once. */
export interface BulkAct<Row> {
  /** On its button and in its question: `Delete`. */
  verb: string;
  /** What has been done: `deleted`. */
  done: string;
  icon: LucideIcon;
  /** The operation that `call` calls. The lists that it changes are read again at the end. */
  operation: OperationName;
  /** Why the role may not. */
  forbidden: string | null;
  call: (row: Row) => Promise<unknown>;
  /** The rows that it changes; default: all. */
  takes?: (row: Row) => boolean;
  /** Why it is disabled where it changes none of the rows: `All of them are disabled.` */
  none?: string;
  /** What happens, in a sentence. */
  description: string;
  /** What breaks or is lost, one per line. */
  consequences?: readonly string[];
  kind?: "danger" | "primary" | "production";
  /** It cannot be undone, so the number is typed. */
  isFinal?: boolean;
  /** What must be chosen first, and why it cannot be done before. */
  choice?: { control: ReactNode; missing: string | null };
  /** Reads again what no list shows, once all of it is done. */
  after?: () => Promise<unknown>;
}

/** `1 Function`, `40 Functions`. */
export type Noun = readonly [one: string, many: string];
