export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** One shortest cycle, as the nodes along it, for every strongly connected component. */
export function findCycles(graph: Graph): string[][] {
  return components(graph).flatMap((component) => {
    const start = [...component].sort()[0];
    const cycle = start === undefined ? null : shortestCycle(graph, start, component);
    return cycle ? [cycle] : [];
  });
}

/** Strongly connected components by two depth-first walks: finishing order, then the reversed graph. */
function components(graph: Graph): Set<string>[] {
  const order: string[] = [];
  const seen = new Set<string>();
  for (const node of graph.keys()) walk(graph, node, seen, order);

  const back = reversed(graph);
  const taken = new Set<string>();
  return order.reverse().flatMap((node) => {
    const component: string[] = [];
    walk(back, node, taken, component);
    return component.length > 0 ? [new Set(component)] : [];
  });
}

function walk(graph: Graph, node: string, seen: Set<string>, finished: string[]): void {
  if (seen.has(node)) return;
  seen.add(node);
  for (const next of graph.get(node) ?? []) walk(graph, next, seen, finished);
  finished.push(node);
}

function reversed(graph: Graph): Graph {
  const back = new Map<string, Set<string>>();
  for (const [from, targets] of graph) {
    for (const to of targets) back.set(to, (back.get(to) ?? new Set()).add(from));
  }
  return back;
}

function shortestCycle(graph: Graph, start: string, within: ReadonlySet<string>): string[] | null {
  const paths: string[][] = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? start) ?? []) {
      if (next === start) return path;
      if (!within.has(next) || seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return null;
}
