import { findCircles } from "./find-circles.ts";
import { importsOf } from "./imports-of.ts";

/** Describes a circle line by line: each file, and which others of the circle it imports. */
const describe = (circle: readonly string[], graph: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  circle.map((path) => {
    const next = [...(graph.get(path) ?? [])].filter((target) => circle.includes(target));
    return `  ${path} imports ${next.join(", ")}`;
  });

/**
 * The import cycles between files, one text each. Type imports count: two files that need each other's types cannot be
 * read, moved or tested alone either.
 * @param sources the texts of the sources, by their path in the repository
 */
export function checkCircles(sources: ReadonlyMap<string, string>): string[] {
  const graph = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]));
  return findCircles(graph).map((circle) =>
    [`${circle.length} files import each other in a circle:`, ...describe(circle, graph)].join("\n"),
  );
}
