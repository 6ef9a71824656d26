import type { Found, Named } from "./found.ts";

/** The named functions that a function uses, directly or through each other, and itself. */
function reachedFrom(start: Named, { uses }: Pick<Found, "uses">): Set<Named | undefined> {
  const reached = new Set<Named | undefined>([start]);
  for (let size = 0; size !== reached.size;) {
    size = reached.size;
    for (const { of, owner } of uses) if (reached.has(owner)) reached.add(of);
  }
  return reached;
}

/**
 * The effects outside of steps that stand above a question in the same function, or in a function that is used there. It
 * goes by the places in the source, and knows nothing of loops.
 */
export function aboveQuestions(found: Pick<Found, "unsafe" | "uses" | "asked">): Found["unsafe"] {
  const { unsafe, uses, asked } = found;
  const askers = new Set(asked.map(({ owner }) => owner));
  const reaching = uses.map((use) => ({ ...use, reached: reachedFrom(use.of, found) }));
  const lastQuestion = (owner: Named | undefined): number =>
    Math.max(
      ...asked.filter((one) => one.owner === owner).map(({ node }) => node.pos),
      ...reaching
        .filter((use) => use.owner === owner && [...use.reached].some((one) => askers.has(one)))
        .map(({ node }) => node.pos),
    );
  const owners = new Set([...askers, ...uses.map(({ owner }) => owner)]);
  return unsafe.filter(({ node, owner }) =>
    [...owners].some((at) => {
      const last = lastQuestion(at);
      if (owner === at && node.pos < last) return true;
      return reaching.some((use) => use.owner === at && use.node.pos < last && use.reached.has(owner));
    }),
  );
}
