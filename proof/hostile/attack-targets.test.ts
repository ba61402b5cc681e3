import { expect, test } from 'vitest';
import { allRoutes } from '../../server/src/app/routes.ts';
import type { Route } from '../../server/src/platform/http/index.ts';
import { nameOf, nameOfTarget } from '../../server/testing/matrix/index.ts';
import { headerNames, headerValues, routesOfEachKind } from './attack-heads.ts';
import { planOf } from './attack-route.ts';
import { contract, contractTargets, type OpenApiDocument, type Schema } from './attack-targets.ts';
import { attacks } from './attacks.ts';
import { uploads } from './uploads.ts';

const routeOf = (method: string, path: string): Route | undefined =>
  allRoutes.find((route) => nameOf(route) === `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`);

/** Names of the texts in a body, found by walking only the document. */
function textsIn(schema: Schema, name: string, depth = 0): string[] {
  if (depth > 12) return [];
  const inner = schema.$ref ? contract.components.schemas[schema.$ref.replace('#/components/schemas/', '')] : schema;
  if (!inner) return [`${name} is not in the document`];
  const isText = inner.type === undefined || [inner.type].flat().includes('string');
  const isJoined = inner.anyOf ?? inner.oneOf ?? inner.allOf;
  return [
    ...(isText && !isJoined ? [name] : []),
    ...Object.entries(inner.properties ?? {}).flatMap(([key, value]) => textsIn(value, `${name}.${key}`, depth + 1)),
    ...(inner.items ? textsIn(inner.items, `${name}.*`, depth + 1) : []),
    ...(isJoined ?? []).flatMap((choice) => textsIn(choice, name, depth + 1)),
  ];
}

/** A schema that holds itself is attacked once: its inner copy is parsed by the same code. */
const once = (name: string): string => name.replace(/(\.groups\.\*\.conditions)\..*/, '$1');

test('every parameter and every text of the contract is attacked with everything', () => {
  const missed: string[] = [];
  for (const [path, operations] of Object.entries(contract.paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
      const route = routeOf(method, path);
      if (!route) throw new Error(`the contract has ${method} ${path}, and the route table has not`);
      const plan = Map.groupBy(planOf(route), ({ target }) => nameOfTarget(target));
      const isAttacked = (name: string, max: number): boolean => plan.get(name)?.length === max;
      const anywhere = attacks.filter(({ where }) => where === 'anywhere').length;
      for (const { in: location, name } of parameters) {
        const isGood =
          location === 'header'
            ? routesOfEachKind.includes(route) && (headerNames as readonly string[]).includes(name.toLowerCase())
            : isAttacked(`${location === 'path' ? 'params' : location}.${name}`, anywhere);
        if (!isGood) missed.push(`${method} ${path} ${location} ${name}`);
      }
      for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
        if (type === 'multipart/form-data') expect(route.upload, nameOf(route)).toBeDefined();
        else if (type === '*/*') expect(isAttacked('body.Message', attacks.length), nameOf(route)).toBe(true);
        else {
          const names = textsIn(schema, 'body').filter((name) => name !== 'body');
          missed.push(
            ...new Set(
              names.flatMap((name) => (isAttacked(once(name), attacks.length) ? [] : [`${method} ${path} ${name}`])),
            ),
          );
        }
      }
    }
  }
  expect(missed).toEqual([]);
});

test('lists, choices, maps and schemas that hold themselves are walked', () => {
  const node: Schema = { properties: { name: { type: 'string' }, child: { $ref: '#/components/schemas/Node' } } };
  const schema: Schema = {
    properties: {
      list: { items: { anyOf: [{ type: 'string' }, { properties: { deep: { type: 'string' } } }] } },
      map: { additionalProperties: {} },
      tree: { $ref: '#/components/schemas/Node' },
    },
  };
  const document: OpenApiDocument = {
    paths: { '/contacts': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    components: { schemas: { Node: node } },
  };
  const route = routeOf('post', '/contacts');

  expect(route && contractTargets(document, route).map(nameOfTarget)).toEqual(
    ['list', 'list.*', 'list.*', 'list.*', 'list.*.deep', 'map', 'map.key', 'tree', 'tree.name', 'tree.child'].map(
      (name) => `body.${name}`,
    ),
  );
});

test('no two attacks have one name', () => {
  for (const names of [attacks, uploads].map((all) => all.map(({ name }) => name))) {
    expect(names).toEqual([...new Set(names)]);
  }
  expect(Object.keys(headerValues).length).toBeGreaterThan(40);
});
