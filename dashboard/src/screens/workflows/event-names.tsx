import type { ReactElement } from 'react';
import { useEventNames } from '../../api/workflow-choices.ts';

export const eventNamesId = 'known-event-names';

/** The names of events seen so far, offered while one is typed. */
export function EventNames(): ReactElement {
  const { data: names = [] } = useEventNames();
  return (
    <datalist id={eventNamesId}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
