import type { Route } from './route.ts';

/**
 * Methods of a literal path that are served by a route with a parameter at that position, whose shape accepts the word:
 * `DELETE /events/names` is about the event called `names`, though `GET /events/names` is a list.
 */
export function methodsByParameter(path: string, routes: readonly Route[]): string[] {
  return routes.filter((route) => accepts(route, path)).map((route) => route.method);
}

function accepts(route: Route, path: string): boolean {
  const pattern = route.path.split('/');
  const words = path.split('/');
  if (route.path === path || pattern.length !== words.length) return false;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const word = words[index] ?? '';
    if (part.startsWith(':') && !word.startsWith(':')) params[part.slice(1)] = word;
    else if (part !== word) return false;
  }
  return route.params?.safeParse(params).success ?? false;
}
