export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** One shortest cycle, as the nodes along it, for every knot of nodes that can reach each other. */
export function findCycles(graph: Graph): string[][] {
  return knots(graph).flatMap((knot) => {
    const start = [...knot].sort()[0];
    const cycle = start === undefined ? null : shortestWayBack(graph, start, knot);
    return cycle ? [cycle] : [];
  });
}

/** Strongly connected components by two depth-first walks: finishing order, then the reversed graph. */
function knots(graph: Graph): Set<string>[] {
  const order: string[] = [];
  const seen = new Set<string>();
  for (const node of graph.keys()) walk(graph, node, seen, order);

  const back = reversed(graph);
  const taken = new Set<string>();
  return order.reverse().flatMap((node) => {
    const knot: string[] = [];
    walk(back, node, taken, knot);
    return knot.length > 0 ? [new Set(knot)] : [];
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

function shortestWayBack(graph: Graph, start: string, within: ReadonlySet<string>): string[] | null {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return way;
      if (!within.has(next) || seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}
