import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { builtInFields, type ConditionField } from '../widgets/condition-builder/condition-fields.ts';
import { type ContactField, keyOfField, useContactFields } from './contact-fields.ts';
import { frameOf } from './frame.ts';
import { useEventNames, useFieldValues, useSegmentChoices, type ValueWithCount } from './workflow-choices.ts';

interface SegmentFields {
  readonly fields: readonly ConditionField[];
  readonly valuesOf: (field: string, text: string) => Promise<readonly ValueWithCount[]>;
  /** Whether names and types are known; until then rules would be read back with guessed ones. */
  readonly isReady: boolean;
  readonly frame: ReturnType<typeof frameOf>;
}

/** Everything a rule of a segment can be about. A segment cannot refer to itself. */
export function useSegmentFields(ownId: string | null): SegmentFields {
  const known = useContactFields();
  const events = useEventNames();
  const segments = useSegmentChoices(true);
  const valuesOf = useFieldValues();
  const fields = useMemo<readonly ConditionField[]>(
    () => [
      ...builtInFields,
      ...(known.data?.fields ?? []).filter(({ isCustom }) => isCustom).map(dataField),
      ...(events.data ?? [])
        .filter((name) => !name.startsWith('email.'))
        .map((name): ConditionField => ({ field: `event.${name}`, label: name, kind: 'event', type: 'event' })),
      ...(segments.data ?? [])
        .filter(({ id }) => id !== ownId)
        .map(
          ({ id, name }): ConditionField => ({ field: `segment.${id}`, label: name, kind: 'segment', type: 'segment' }),
        ),
    ],
    [known.data, events.data, segments.data, ownId],
  );
  const isReady = known.data !== undefined && events.data !== undefined && segments.data !== undefined;
  const failed: UseQueryResult<unknown> = [known, events, segments].find(({ isError }) => isError) ?? known;
  return { fields, valuesOf, isReady, frame: { ...frameOf(failed), isLoading: !isReady && !failed.isError } };
}

const dataField = (field: ContactField): ConditionField => ({
  field: `data.${keyOfField(field)}`,
  label: keyOfField(field),
  kind: 'data',
  type: field.type,
});
