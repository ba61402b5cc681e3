import type { Choice } from '../choice-picker/choice.ts';

/** The distance to UTC at a moment: "UTC+2", "UTC-3:30". */
export function offsetWords(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return offset
    .replace('GMT', 'UTC')
    .replace('−', '-')
    .replace(/^UTC\+0$/, 'UTC');
}

export function zoneChoice(zone: string, at: Date): Choice {
  return { value: zone, label: zone.replaceAll('_', ' '), note: offsetWords(zone, at) };
}

/** Every zone the browser knows, UTC first. */
export function allZones(at: Date): Choice[] {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  return ['UTC', ...zones].map((zone) => zoneChoice(zone, at));
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
