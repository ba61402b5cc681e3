import { expect, test } from 'vitest';
import { z } from 'zod';
import { nameOf, resourceBuilders, slotsOf } from '../../testing/matrix/index.ts';
import { defineRoute, pathId, type Route } from '../platform/http/index.ts';
import { ProjectNotFound } from '../platform/identity/index.ts';
import { allRoutes, openApiDocument } from './routes.ts';

const described = {
  method: 'GET',
  path: '/x',
  summary: 'x',
  replies: { 200: z.object({}) },
  run: async () => ({}),
} as const;

test('a route without an access class does not compile, and none exists', () => {
  // @ts-expect-error access is missing
  const open: Route = defineRoute(described);

  expect(open.access).toBeUndefined();
  const classes = ['none', 'public', 'secret', 'session', 'member'];
  for (const route of allRoutes) expect(classes, nameOf(route)).toContain(route.access);
});

test('every field that looks like an id declares its resource, and every kind can be created', () => {
  const silent = allRoutes.flatMap((route) =>
    slotsOf(route)
      .filter(({ kind }) => kind === null)
      .map(({ location, path }) => `${nameOf(route)}: ${location} ${path.join('.')}`),
  );
  const kinds = allRoutes.flatMap((route) => slotsOf(route).flatMap(({ kind }) => kind ?? []));

  expect(silent).toEqual([]);
  expect(Object.keys(resourceBuilders)).toEqual(expect.arrayContaining([...new Set(kinds)]));
});

test('an id in the path, a query, a body, a list and a choice of forms is found', () => {
  const id = pathId('contact', ProjectNotFound);
  const route = defineRoute({
    ...described,
    access: 'secret',
    params: z.object({ id, field: z.string() }),
    query: z.object({ segmentId: z.string().optional() }),
    body: z.object({
      ids: z.array(z.string()),
      to: z.union([z.string(), z.object({ contactId: id })]),
      paid: z.string(),
    }),
  });

  expect(slotsOf(route)).toEqual([
    { location: 'params', path: ['id'], kind: 'contact' },
    { location: 'query', path: ['segmentId'], kind: null },
    { location: 'body', path: ['ids', '*'], kind: null },
    { location: 'body', path: ['to', 'contactId'], kind: 'contact' },
  ]);
});

test('a route of the class member names its project by :id', () => {
  for (const route of allRoutes.filter(({ access }) => access === 'member')) {
    expect(slotsOf(route), nameOf(route)).toContainEqual({ location: 'params', path: ['id'], kind: 'project' });
  }
});

test('no two routes share method and path', () => {
  const names = allRoutes.map(nameOf);

  expect(names).toEqual([...new Set(names)]);
});

test('the contract holds every route and nothing else', () => {
  const { paths } = openApiDocument() as { paths: Record<string, object> }; // our own document
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );

  expect(documented.toSorted()).toEqual(allRoutes.map(nameOf).toSorted());
});
