import { expect, test } from 'vitest';
import { z } from 'zod';
import { growth } from '#testing/processor-time';
import { methodsByParameter } from './parameter-routes.ts';
import type { Route } from './route.ts';

const route = (method: Route['method'], path: string, params?: Route['params']): Route =>
  ({ method, path, params }) as Route; // the rest of a route is not looked at

const name = z.object({ name: z.string().max(10) });

test('a word is served by routes with a parameter at its position, if their shape accepts it', () => {
  const served = methodsByParameter([
    route('GET', '/events/names'),
    route('DELETE', '/events/:name', name),
    route('PUT', '/events/:name', name),
    route('PATCH', '/events/:name/more', name),
    route('POST', '/contacts/:id', z.object({ id: z.uuid() })),
    route('GET', '/:name', name),
    route('POST', '/:name/names', name),
  ]);
  expect(served('/events/names')).toEqual(['DELETE', 'PUT', 'POST']);
  expect(served('/events/a-long-name')).toEqual([]);
  expect(served('/contacts/names')).toEqual(['POST']);
  expect(served('/contacts/lookup')).toEqual([]);
  expect(served('/events')).toEqual(['GET']);
  expect(served('/events/:name')).toEqual([]);
  expect(served('/:name')).toEqual([]);
});

test('eight times as many routes cost about eight times as much to look up, not sixty-four', () => {
  const cost = growth((count) => {
    const routes = Array.from({ length: count }, (_, index) => route('GET', `/things-${index}/:name/parts`, name));
    const served = methodsByParameter(routes);
    for (const { path } of routes) served(path);
  }, 250);
  expect(cost).toBeLessThan(24);
});
