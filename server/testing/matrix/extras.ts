import { z } from 'zod';
import type { Route } from '../../src/platform/http/index.ts';

/** Values that nothing else writes; if one is found in a row, a request put it there. */
export const planted = {
  id: 'decafbad-0000-7000-8000-000000000000',
  instant: '2001-02-03T04:05:06.789Z',
  text: 'planted by a request',
  number: 987654321,
} as const;

/** A value for every column of the database that the route's body does not document, by its name in the API. */
export function extrasFor(
  route: Route,
  columns: readonly { name: string; type: string }[],
  flag: boolean,
): Record<string, unknown> {
  const documented = new Set(route.body ? Object.keys(propertiesOf(route.body)) : []);
  const named = columns.map(({ name, type }) => [camelCase(name), sampleOf(type, flag)] as const);
  return Object.fromEntries(named.filter(([name]) => !documented.has(name)));
}

function propertiesOf(shape: z.ZodType): object {
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  return schema.properties ?? {};
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function sampleOf(type: string, flag: boolean): unknown {
  if (type === 'boolean') return flag;
  if (type === 'uuid') return planted.id;
  if (type.startsWith('timestamp') || type === 'date') return planted.instant;
  if (type === 'jsonb' || type === 'json') return { planted: planted.text };
  return /int|numeric|double|real/.test(type) ? planted.number : planted.text;
}

/** Rows without everything that differs between two runs of the same request. */
export const masked = (rows: readonly string[], word: string): string[] =>
  rows
    .map((row) =>
      row
        .replaceAll(new RegExp(`${word}(-\\d+)?`, 'g'), '<word>')
        .replaceAll(/person-\d+-\d+/g, '<person>')
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)/g, '<time>')
        .replaceAll(/\\+x[0-9a-f]+/g, '<bytes>')
        .replaceAll(/\$argon2id\$[^"]+/g, '<hash>')
        .replaceAll(/"(handle|last4|secret_last4|secret|private_key|client_address)": "[^"]*"/g, '"$1": "<random>"')
        .replaceAll(/"tokens": \[[^\]]*\]/g, '"tokens": "<random>"') // of the mail provider, by the domain's name
        .replaceAll(/[A-Za-z0-9+/=_-]{40,}/g, '<random>'),
    )
    .toSorted();
