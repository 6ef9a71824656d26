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
}

export interface Suggestion {
  label: string;
  /** As TypeScript calls it: `method`, `const`, `interface`, … */
  kind: string;
  /** What is written when it is not the label. */
  insert: string | null;
  sortText: string;
}

export interface Suggestions extends Place {
  entries: Suggestion[];
  /** Inside of quotes, where a suggestion may hold any character. */
  inString: boolean;
}

/** What a name is: its type in TypeScript, and what its author says of it. */
export interface Description {
  signature: string;
  documentation: string;
}

export interface Signature extends Description {
  /** Of the parameter that is being written, in `signature`. */
  parameter: Place | null;
}

/** Where a name is declared: in the source itself, or in a declaration that is shown read-only. */
export interface Definition extends Place {
  /** Null: in the source itself. */
  declaration: { title: string; text: string } | null;
}

export interface Edit extends Place {
  insert: string;
}

/** What an editor asks of a language. Each asks about the text that was last given. */
export interface Language {
  /** The text as it is now. */
  setSource: (text: string) => void;
  /** The types of the Project's Functions, instead of those that every Project has. */
  setTypes: (text: string) => void;
  problems: () => Problem[];
  suggest: (at: number) => Suggestions | null;
  /** More of one suggestion at the same place. */
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
