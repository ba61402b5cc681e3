import type { UseQueryResult } from '@tanstack/react-query';
import { searchContacts } from './contact-search.ts';
import { useProject, useProjectQuery } from './project.ts';

export interface TemplateChoice {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

const staleMs = 30_000;

/** The templates that a mail step can take, by name. */
export const useTemplateChoices = (): UseQueryResult<readonly TemplateChoice[]> =>
  useProjectQuery(
    ['templates', 'choices'],
    async (session, signal) => {
      const all: TemplateChoice[] = [];
      for await (const { id, name, type } of session.templates.list(
        { pageSize: 100, sort: 'name', dir: 'asc' },
        { signal },
      )) {
        all.push({ id, name, type });
        if (all.length === maxTemplates) break;
      }
      return all;
    },
    { staleMs },
  );

/** A select with more entries helps no one. */
const maxTemplates = 1_000;

export const useEventNames = (): UseQueryResult<readonly string[]> =>
  useProjectQuery(
    ['events', 'names'],
    async (session, signal) => (await session.events.names({}, { signal })).eventNames,
    { staleMs },
  );

export const useSegmentChoices = (isEnabled: boolean): UseQueryResult<readonly { id: string; name: string }[]> =>
  useProjectQuery(
    ['segments', 'choices'],
    async (session, signal) => (await session.segments.list({ signal })).map(({ id, name }) => ({ id, name })),
    { staleMs, isEnabled },
  );

export interface FoundContact {
  readonly id: string;
  readonly email: string;
}

/** Finds contacts by a part of their address, or the newest ones. */
export function useContactSearch(): (text: string) => Promise<readonly FoundContact[]> {
  const { session } = useProject();
  return (text) => searchContacts(session, text);
}

export interface ValueWithCount {
  readonly value: string | number | boolean;
  readonly count: number;
}

/** The commonest values of a field of contacts that hold the text. */
export function useFieldValues(): (field: string, text: string) => Promise<readonly ValueWithCount[]> {
  const { session } = useProject();
  return async (field, text) => {
    if (!field.startsWith('data.')) return [];
    const { items } = await session.fields.values(field, { limit: 100 });
    const wanted = text.toLowerCase();
    return items.filter(({ value }) => String(value).toLowerCase().includes(wanted)).slice(0, 20);
  };
}
