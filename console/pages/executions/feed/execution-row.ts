import type { InputOf, ItemOf } from "../../../api/use-operation.ts";

export type ExecutionRow = ItemOf<"listExecutions">;
export type ExecutionFilters = Omit<NonNullable<InputOf<"listExecutions">["query"]>, "limit" | "cursor">;
