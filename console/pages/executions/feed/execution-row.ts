import type { InputOf, ItemOf } from "../../../api/use-operation.ts";

export type ExecutionRow = ItemOf<"listExecutions">;
type Query = NonNullable<InputOf<"listExecutions">["query"]>;
export type ExecutionFilters = Omit<Query, "limit" | "cursor" | "sort">;
/** The filters, and the order of the list. */
export type ListQuery = ExecutionFilters & Pick<Query, "sort">;
