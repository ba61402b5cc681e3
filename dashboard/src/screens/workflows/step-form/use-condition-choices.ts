import { useMemo } from 'react';
import {
  useEventNames,
  useFieldValues,
  useSegmentChoices,
  type ValueWithCount,
} from '../../../api/workflow-choices.ts';
import { useWorkflowFields } from '../../../api/workflows.ts';
import { builtInFields, type ConditionField } from '../../../widgets/condition-builder/condition-fields.ts';

export interface ConditionChoices {
  readonly fields: readonly ConditionField[];
  readonly valuesOf: (field: string, text: string) => Promise<readonly ValueWithCount[]>;
}

/** Everything a question can be about: the contact, what the trigger brought, what has happened, and segments. */
export function useConditionChoices(eventName: string): ConditionChoices {
  const { data: known } = useWorkflowFields(eventName);
  const { data: events } = useEventNames();
  const { data: segments } = useSegmentChoices(true);
  const valuesOf = useFieldValues();
  const fields = useMemo<readonly ConditionField[]>(() => {
    const own = (known ?? []).flatMap(({ field, type, category }): ConditionField[] => {
      if (category === 'Custom Data') return [{ field, label: field.replace(/^data\./, ''), kind: 'data', type }];
      if (category !== 'Event Data') return [];
      return [{ field, label: field.replace(/^event\./, ''), kind: 'context', type }];
    });
    const taken = new Set(own.map(({ field }) => field));
    const happened = (events ?? [])
      .filter((name) => !name.startsWith('email.') && !taken.has(`event.${name}`))
      .map((name): ConditionField => ({ field: `event.${name}`, label: name, kind: 'event', type: 'event' }));
    const groups = (segments ?? []).map(
      ({ id, name }): ConditionField => ({ field: `segment.${id}`, label: name, kind: 'segment', type: 'segment' }),
    );
    return [...builtInFields, ...own, ...happened, ...groups];
  }, [known, events, segments]);
  return { fields, valuesOf };
}
