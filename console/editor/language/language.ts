import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";

/** Of the text, 0-based. */
export interface Place {
  from: number;
  to: number;
}

export interface Problem extends Place {
  severity: "error" | "warning" | "hint";
  message: string;
  /** `TS2322`, or a code of the build's own. */
  code: string;
  /** The permission whose declaration solves the problem. */
  fix?: Diagnostic["fix"];
}

export interface Suggestion {
  label: string;
  /** In TypeScript's terms: `method`, `const`, `interface`, … */
  kind: string;
  /** The text to insert, if it differs from the label. */
  insert: string | null;
  sortText: string;
}

export interface Suggestions extends Place {
  entries: Suggestion[];
  /** The suggestion is inside quotes, where it may contain any character. */
  inString: boolean;
}

/** Describes a name: its TypeScript type, and its author's documentation. */
export interface Description {
  signature: string;
  documentation: string;
}

export interface Signature extends Description {
  /** The parameter being written, as a range of `signature`. */
  parameter: Place | null;
}

/** Where a name is declared: in the source itself, or in a declaration that is shown read-only. */
export interface Definition extends Place {
  /** Null when it is in the source itself. */
  declaration: { title: string; text: string } | null;
}

export interface Edit extends Place {
  insert: string;
}

/** The Function that a test file tests. */
export interface Tested {
  slug: string;
  source: string;
}

/** An editor's questions to a language service. Every question is about the last text that `setSource` got. */
export interface Language {
  /** Sets the current text. */
  setSource: (text: string) => void;
  /** Sets the types of this Project's Functions, which replace the types common to all Projects. */
  setTypes: (text: string) => void;
  /** Sets the Function that the text imports by its file, if the text is a test file. */
  setTested: (tested: Tested | null) => void;
  problems: () => Problem[];
  suggest: (at: number) => Suggestions | null;
  /** Describes one suggestion at the same position in more detail. */
  explain: (at: number, label: string) => Description | null;
  hover: (at: number) => (Description & Place) | null;
  signature: (at: number) => Signature | null;
  define: (at: number) => Definition | null;
  format: () => Edit[];
}

export type LanguageRequest = {
  [Name in keyof Language]: { id: number; name: Name; args: Parameters<Language[Name]> };
}[keyof Language];

export type LanguageAnswer = { id: number; result: unknown } | { id: number; failure: string };
