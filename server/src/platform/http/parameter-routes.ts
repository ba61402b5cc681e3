import type { Route } from './route.ts';

/**
 * Methods of a literal path that are served by a route with a parameter at that position, whose shape accepts the word:
 * `DELETE /events/names` is about the event called `names`, though `GET /events/names` is a list.
 */
export function methodsByParameter(routes: readonly Route[]): (path: string) => string[] {
  // Why by their first word: each start asks for every path, and with every route to look at it is the slowest part of a start.
  const byStart = Map.groupBy(
    routes.filter(({ path }) => path.includes('/:')).map((route) => ({ route, pattern: route.path.split('/') })),
    ({ pattern }) => startOf(pattern),
  );
  return (path) => {
    const words = path.split('/');
    const starts = new Set([startOf(words), `${words.length} :`]);
    const possible = [...starts].flatMap((start) => byStart.get(start) ?? []);
    return possible
      .filter(({ route, pattern }) => route.path !== path && accepts(route, pattern, words))
      .map(({ route }) => route.method);
  };
}

/** How many words a path has, and the first of them; a parameter stands for any word. */
const startOf = ([, first = '', ...rest]: readonly string[]): string =>
  `${rest.length + 2} ${first.startsWith(':') ? ':' : first}`;

function accepts(route: Route, pattern: readonly string[], words: readonly string[]): boolean {
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const word = words[index] ?? '';
    if (part.startsWith(':') && !word.startsWith(':')) params[part.slice(1)] = word;
    else if (part !== word) return false;
  }
  return route.params?.safeParse(params).success ?? false;
}
