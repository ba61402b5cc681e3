import type { ReactElement } from 'react';
import { Field } from '../../../widgets/form/field.tsx';
import { NumberInput, Select, TextInput } from '../../../widgets/form/inputs.tsx';
import { EventNames, eventNamesId } from '../event-names.tsx';

const units = [
  { value: 'minutes', label: 'minutes' },
  { value: 'hours', label: 'hours' },
  { value: 'days', label: 'days' },
];

export function DelayFields(): ReactElement {
  return (
    <>
      <div className="pair">
        <Field name="amount" label="Wait">
          <NumberInput isWhole={false} min={0.02} max={525_600} />
        </Field>
        <Field name="unit" label="Unit">
          <Select options={units} />
        </Field>
      </div>
      <p className="hint">Counted from entering this step: 1 second to 365 days. A day is 24 hours.</p>
    </>
  );
}

export function WaitFields(): ReactElement {
  return (
    <>
      <Field name="eventName" label="Event" hint="The first one of this contact since it arrived here goes on.">
        <TextInput maxLength={255} isMono list={eventNamesId} autoComplete="off" spellCheck={false} />
      </Field>
      <EventNames />
      <div className="pair">
        <Field name="timeoutAmount" label="At most">
          <NumberInput isWhole={false} min={0.02} max={525_600} />
        </Field>
        <Field name="timeoutUnit" label="Unit">
          <Select options={units} />
        </Field>
      </div>
      <p className="hint">
        Left empty: 365 days. Without a step on <b>time-out</b>, people go the way of <b>it happened</b>.
      </p>
    </>
  );
}
