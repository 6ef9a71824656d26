import type { ArtifactRoute } from "@ferrule/contract/internal/artifact.ts";
import type { BindingFacts } from "../../../ground/store/tables/deployments.ts";

/**
 * What a tool or a route asks for in vain when its Function is durable. Such a Function responds with a run, which goes
 * on without its caller.
 * @param route null for a tool
 */
export function durableDoubts(
  { slug, durable }: BindingFacts,
  whenClientLeaves: ArtifactRoute["whenClientLeaves"],
  route: ArtifactRoute | null,
): string[] {
  if (durable === undefined) return [];
  const is = `Function ${slug} is durable`;
  return [
    ...(whenClientLeaves === "cancel"
      ? [`${is}, so a run goes on when its client leaves. The client can cancel the run at its address.`]
      : []),
    ...(route === null ? [] : routeDoubts(is, durable, route)),
  ];
}

function routeDoubts(is: string, { hasKey }: { hasKey: boolean }, route: ArtifactRoute): string[] {
  const starts = route.method === "GET" && route.delivery === undefined;
  const wantsKey = route.idempotency !== undefined && route.idempotency !== "off";
  return [
    ...(starts ? [`${is}, so each GET starts a run, and programs may repeat a GET at any time. Use POST.`] : []),
    ...(route.etag === true ? [`${is}, and the address of a run has no ETag. Switch etag off.`] : []),
    ...(wantsKey && hasKey
      ? [
          `${is}, and its runPolicy takes the deduplication key from the input, so the Idempotency-Key header has no ` +
            "effect. Switch idempotency off, or remove the key from runPolicy.",
        ]
      : []),
  ];
}
