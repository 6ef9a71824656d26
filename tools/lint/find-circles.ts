interface Visited {
  index: number;
  /** The earliest node on the stack that can be reached from here. */
  low: number;
}

/**
 * The circles of a directed graph: groups of nodes that all reach one another (Tarjan's strongly connected components
 * with more than one node). The nodes of a group are sorted.
 */
export function findCircles(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const visited = new Map<string, Visited>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];

  function close(node: string): void {
    const group = stack.splice(stack.indexOf(node));
    for (const each of group) onStack.delete(each);
    if (group.length > 1) circles.push(group.sort());
  }

  function visit(node: string): Visited {
    const own = { index: visited.size, low: visited.size };
    visited.set(node, own);
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      const known = visited.get(next);
      if (known === undefined) own.low = Math.min(own.low, visit(next).low);
      else if (onStack.has(next)) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) close(node);
    return own;
  }

  for (const node of graph.keys()) if (!visited.has(node)) visit(node);
  return circles;
}
