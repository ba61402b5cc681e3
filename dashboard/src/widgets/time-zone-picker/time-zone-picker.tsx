import { type ReactElement, useRef } from 'react';
import { type Choice, searchIn } from '../choice-picker/choice.ts';
import { ChoicePicker } from '../choice-picker/choice-picker.tsx';
import { allZones, isZone, zoneChoice } from './time-zones.ts';

/** A time zone by name, with its distance to UTC now. */
export function TimeZonePicker(props: {
  label?: string;
  value: string;
  onChoose: (zone: string) => void;
  recent?: readonly string[];
}): ReactElement {
  const zones = useRef<readonly Choice[]>(null);
  const now = new Date();
  const toChoice = (zone: string) => (isZone(zone) ? zoneChoice(zone, now) : { value: zone, label: zone });
  return (
    <ChoicePicker
      label={props.label ?? 'Time zone'}
      placeholder="Choose a zone"
      value={props.value === '' ? null : toChoice(props.value)}
      recent={props.recent?.map(toChoice)}
      search={async (text) => {
        // Why only now: some hundred zones are worked out, and most pages never open the list.
        zones.current ??= allZones(now);
        return searchIn(zones.current, text);
      }}
      onChoose={(choice) => props.onChoose(choice.value)}
    />
  );
}
