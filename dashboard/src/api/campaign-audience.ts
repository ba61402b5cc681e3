import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { builtInFields, type ConditionField } from '../widgets/condition-builder/condition-fields.ts';
import type { ValueCount } from '../widgets/value-picker/value-choice.ts';
import { useProject, useProjectQuery } from './project.ts';

export interface AudienceSegment {
  readonly id: string;
  readonly name: string;
  readonly memberCount: number;
}

const staleMs = 30_000;

export const useAudienceSegments = (): UseQueryResult<readonly AudienceSegment[]> =>
  useProjectQuery(
    ['segments', 'of an audience'],
    async (session, signal) =>
      (await session.segments.list({ signal })).map(({ id, name, memberCount }) => ({ id, name, memberCount })),
    { staleMs },
  );

export interface AudienceRules {
  readonly fields: readonly ConditionField[];
  readonly valuesOf: (field: string, text: string) => Promise<readonly ValueCount[]>;
}

/** What the rules of an audience can be about: the contact, its data, what has happened, and segments. */
export function useAudienceRules(isEnabled: boolean): AudienceRules {
  const { session } = useProject();
  const { data: segments } = useAudienceSegments();
  const { data: known } = useProjectQuery(
    ['fields', 'and events of an audience'],
    async (read, signal) => {
      const [{ fields }, { eventNames }] = await Promise.all([
        read.fields.list({ signal }),
        read.events.names({}, { signal }),
      ]);
      return { fields, eventNames };
    },
    { staleMs, isEnabled },
  );
  const fields = useMemo<readonly ConditionField[]>(() => {
    const own = (known?.fields ?? [])
      .filter(({ isCustom }) => isCustom)
      .map(({ field, type }): ConditionField => ({ field, label: field.replace(/^data\./, ''), kind: 'data', type }));
    const happened = (known?.eventNames ?? [])
      .filter((name) => !name.startsWith('email.'))
      .map((name): ConditionField => ({ field: `event.${name}`, label: name, kind: 'event', type: 'event' }));
    const groups = (segments ?? []).map(
      ({ id, name }): ConditionField => ({ field: `segment.${id}`, label: name, kind: 'segment', type: 'segment' }),
    );
    return [...builtInFields, ...own, ...happened, ...groups];
  }, [known, segments]);
  const valuesOf = useCallback(
    async (field: string, text: string): Promise<readonly ValueCount[]> => {
      if (!field.startsWith('data.')) return [];
      const { items } = await session.fields.values(field, { limit: 100 });
      const wanted = text.toLowerCase();
      return items.filter(({ value }) => String(value).toLowerCase().includes(wanted)).slice(0, 20);
    },
    [session],
  );
  return { fields, valuesOf };
}
