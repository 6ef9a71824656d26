import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { api } from "./api.ts";
import type { AnswerOf, InputOf } from "./use-operation.ts";

interface ActionOptions<N extends OperationName> {
  onSuccess?: (answer: AnswerOf<N>, input: InputOf<N>) => void;
  onError?: (error: Error) => void;
}

type AnyCall = (input: object) => Promise<unknown>;

/**
 * Calls an operation that writes: `const rotate = useAction("rotateSecret")`, then `rotate.mutate(input)`. If
 * nothing shows `rotate.error`, pass `onError: toastError`.
 */
export function useAction<N extends OperationName>(
  name: N,
  { onSuccess, onError }: ActionOptions<N> = {},
): UseMutationResult<AnswerOf<N>, Error, InputOf<N>> {
  return useMutation<AnswerOf<N>, Error, InputOf<N>>({
    mutationFn: (input) => (api[name] as AnyCall)(input) as Promise<AnswerOf<N>>,
    ...(onSuccess ? { onSuccess: (answer, input) => onSuccess(answer, input) } : {}),
    ...(onError ? { onError } : {}),
  });
}
