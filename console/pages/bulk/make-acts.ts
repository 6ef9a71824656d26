import type { OperationName } from "@ferrule/contract/operations.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { Ban, Play, Trash2 } from "lucide-react";
import { bareApi } from "../../api/api.ts";
import { useDisabledReasons } from "../../api/disabled-reason.ts";
import { asShown } from "../../api/if-match.ts";
import { unlessGone } from "../../api/undo/unless-gone.ts";
import type { InputOf } from "../../api/use-operation.ts";
import type { BulkAct } from "./bulk-act.ts";

/** An act of which the operation says who may do it. */
type MadeAct<Row> = Omit<BulkAct<Row>, "forbidden">;

/** What a list says of an act in its own words. */
type Words<Row> = Pick<BulkAct<Row>, "description"> & Partial<Omit<MadeAct<Row>, "operation" | "call">>;

type AnyCall = (input: object) => Promise<unknown>;

const send = (operation: OperationName, input: object, row: object) =>
  (bareApi[operation] as AnyCall)({ ...input, ...asShown(operation, row) });

/** Enables each row that `takes` finds disabled. */
export const enabling = <Row extends object, N extends OperationName>(
  operation: N,
  inputOf: (row: Row) => InputOf<N>,
  words: Words<Row>,
): MadeAct<Row> => ({
  verb: "Enable",
  done: "enabled",
  icon: Play,
  kind: "primary",
  none: "All of them are enabled.",
  ...words,
  operation,
  call: (row) => send(operation, inputOf(row), row),
});

/** Disables each row that `takes` finds enabled. */
export const disabling = <Row extends object, N extends OperationName>(
  operation: N,
  inputOf: (row: Row) => InputOf<N>,
  words: Words<Row>,
): MadeAct<Row> =>
  enabling(operation, inputOf, {
    verb: "Disable",
    done: "disabled",
    icon: Ban,
    kind: "danger",
    none: "All of them are disabled.",
    ...words,
  });

/** Deletes each row for good, so the number is typed. A row that somebody else has deleted meanwhile counts as deleted. */
export const deleting = <Row extends object, N extends OperationName>(
  operation: N,
  inputOf: (row: Row) => InputOf<N>,
  words: Words<Row>,
): MadeAct<Row> => ({
  verb: "Delete",
  done: "deleted",
  icon: Trash2,
  isFinal: true,
  ...words,
  operation,
  call: (row) => unlessGone(send(operation, inputOf(row), row)),
});

/** The acts, each with the reason why the signed-in user may not do it; `environment` if the list shows only one. */
export function useActs<Row>(acts: readonly MadeAct<Row>[], environment?: Environment): readonly BulkAct<Row>[] {
  const reasonOf = useDisabledReasons();
  return acts.map((act) => ({ ...act, forbidden: reasonOf(act.operation, environment) }));
}
