import type { AnswerOf } from "../../../api/use-operation.ts";

export type ErrorGroup = AnswerOf<"getExecutionGroup">;
