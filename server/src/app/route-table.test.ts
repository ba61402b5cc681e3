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

const keysOf = (shape: unknown): string[] => (shape instanceof z.ZodObject ? Object.keys(shape.shape) : []);
const successes = ({ replies }: Route) => Object.entries(replies).filter(([status]) => Number(status) < 300);

test('calls under /v1, POST /events/track and POST /campaigns wrap their replies, and no others (D-122)', () => {
  const wrapped = allRoutes.filter((route) =>
    successes(route).some(([, shape]) => keysOf(shape).toSorted().join() === 'data,success'),
  );
  const versioned = allRoutes.filter(({ path }) => path.startsWith('/v1/')).map(nameOf);

  expect(wrapped.map(nameOf).toSorted()).toEqual([...versioned, 'POST /events/track', 'POST /campaigns'].toSorted());
  expect(versioned.toSorted()).toEqual(['POST /v1/send', 'POST /v1/track', 'POST /v1/verify']);
});

/** Deletions that report something, by their reply. */
const reporting = [
  'DELETE /contacts/fields/:field',
  'DELETE /events/:eventName',
  'DELETE /segments/:id/members',
  'DELETE /workflows/:id/executions/:executionId',
];

/** Its page says that it returns the delivery (D-1053). */
const repeatsOne = 'POST /webhook-endpoints/:id/deliveries/:deliveryId/replay';

test('a create or a duplicate is 201, queued work 202 with its job, a deletion without a report 204, else 200 (D-123)', () => {
  const names = new Set(allRoutes.map(nameOf));
  const statusesOf = (route: Route): number[] => successes(route).map(([status]) => Number(status));
  for (const route of allRoutes) {
    const { method, path, replies } = route;
    const makes = method === 'POST' && (names.has(`GET ${path}/:id`) || /\/(duplicate|steps|projects)$/.test(path));
    if (makes) expect(statusesOf(route), nameOf(route)).toContain(path === '/campaigns' ? 200 : 201); // 07 says so
    if (replies[202] && nameOf(route) !== repeatsOne)
      expect(keysOf(replies[202]), nameOf(route)).toEqual(expect.arrayContaining(['jobId', 'message']));
    if (method === 'PATCH' || method === 'PUT') expect(statusesOf(route), nameOf(route)).toEqual([200]);
    if (method === 'DELETE') {
      expect(statusesOf(route)[0], nameOf(route)).toBe(reporting.includes(nameOf(route)) ? 200 : 204);
      expect(204 in replies && replies[204] !== null, nameOf(route)).toBe(false);
    }
  }
});

test('every list has pages of 20 unless asked, of 1 to 100 (D-127, D-128)', () => {
  const sizes = allRoutes.flatMap((route) => {
    const shapes = route.query instanceof z.ZodObject ? Object.entries(route.query.shape) : [];
    const isList = successes(route).some(([, shape]) => keysOf(shape).includes('total'));
    return shapes.flatMap(([name, shape]) => {
      const { minimum, maximum, default: usual } = z.globalRegistry.get(shape as z.ZodType) ?? {}; // fields of an object are shapes
      return isList && ['limit', 'pageSize'].includes(name) ? [[nameOf(route), usual, minimum, maximum]] : [];
    });
  });

  expect(sizes.length).toBeGreaterThan(10);
  expect(sizes.filter(([, ...size]) => size.join() !== '20,1,100')).toEqual([]);
});
