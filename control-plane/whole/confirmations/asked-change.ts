import type { ConfirmedDetail, ConfirmedEffect } from "@ferrule/contract/resources/confirmation.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";

/** A change of an agent as its handler made it, in a transaction that has not committed. */
export interface MadeChange {
  params: Record<string, string>;
  body: unknown;
  answer: unknown;
  audit: AuditTarget;
}

/** What a person must confirm, in words. */
export interface AskedChange {
  /** One sentence: `Release #12 to Production.` */
  title: string;
  effects: ConfirmedEffect[];
  /** What the sentences only count or name. */
  detail?: ConfirmedDetail;
  /** What the change starts from. If it is another one by the time of the change, the confirmation does not count. */
  state: unknown;
}

/** Says what a person must confirm of a change; null: nothing. */
export type Judge = (change: MadeChange) => AskedChange | null;

export const adds = (said: string): ConfirmedEffect => ({ kind: "adds", said });
export const removes = (said: string): ConfirmedEffect => ({ kind: "removes", said });
export const note = (said: string): ConfirmedEffect => ({ kind: "note", said });

interface Sides<T> {
  before: T | null;
  after: T | null;
}

/** The fields that a change has, before and after (`auditedRow`). */
export const sidesOf = <T extends object>({ audit }: MadeChange): Sides<Partial<T>> => {
  const { before = null, after = null } = (audit.changes ?? {}) as Partial<Sides<Partial<T>>>;
  return { before, after };
};
