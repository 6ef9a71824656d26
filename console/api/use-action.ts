import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import type { Operation } from "@ferrule/contract/operation.ts";
import { operations, type OperationName } from "@ferrule/contract/operations.ts";
import { useState } from "react";
import { api } from "./api.ts";
import { createRepeats } from "./once/repeated.ts";
import type { AnswerOf, InputOf } from "./use-operation.ts";

interface ActionOptions<N extends OperationName> {
  onSuccess?: (answer: AnswerOf<N>, input: InputOf<N>) => void;
  onError?: (error: Error) => void;
}

type AnyCall = (input: object) => Promise<unknown>;

/** What a request acts on. A creation or a command acts once at a time on its path; a change may be followed by another. */
function placeOf(name: OperationName, input: object): string {
  const { params, query } = input as { params?: object; query?: object };
  const { method }: Operation = operations[name];
  const isOnce = (params !== undefined || query !== undefined) && (method === "POST" || method === "DELETE");
  return JSON.stringify(isOnce ? [params, query] : input);
}

/**
 * Calls an operation that writes: `const rotate = useAction("rotateSecret")`, then `rotate.mutate(input)`. If
 * nothing shows `rotate.error`, pass `onError: toastError`. `mutate` ignores a double click.
 */
export function useAction<N extends OperationName>(
  name: N,
  { onSuccess, onError }: ActionOptions<N> = {},
): UseMutationResult<AnswerOf<N>, Error, InputOf<N>> {
  const [repeats] = useState(createRepeats);
  const mutation = useMutation<AnswerOf<N>, Error, InputOf<N>>({
    mutationFn: async (input) => {
      const place = placeOf(name, input ?? {});
      try {
        return await ((api[name] as AnyCall)(input) as Promise<AnswerOf<N>>);
      } catch (error) {
        repeats.failed(place, JSON.stringify(input ?? {}));
        throw error;
      } finally {
        repeats.ended(place);
      }
    },
    ...(onSuccess ? { onSuccess: (answer, input) => onSuccess(answer, input) } : {}),
    ...(onError ? { onError } : {}),
  });
  const mutate: typeof mutation.mutate = (...given) => {
    const input = given[0] ?? {};
    const { reads }: Operation = operations[name];
    // It changes nothing, so whoever asks for it again gets it again.
    if (reads === true || repeats.admits(placeOf(name, input), JSON.stringify(input))) mutation.mutate(...given);
  };
  return { ...mutation, mutate };
}
