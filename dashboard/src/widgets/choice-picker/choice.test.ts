import { describe, expect, it } from 'vitest';
import { allZones, isZone, offsetWords } from '../time-zone-picker/time-zones.ts';
import { typedValue, valueChoice, valueOfChoice } from '../value-picker/value-choice.ts';
import { groupsOf, maxShown, offered, searchIn } from './choice.ts';

const choice = (value: string, group?: string) => ({ value, label: value, group });

describe('choices', () => {
  it('come in groups in the order of their first one', () => {
    const groups = groupsOf([choice('a', 'x'), choice('b', 'y'), choice('c', 'x')]);
    expect(groups.map((group) => [group.name, group.choices.map((one) => one.value)])).toEqual([
      ['x', ['a', 'c']],
      ['y', ['b']],
    ]);
  });

  it('offer recent ones first, once, and only before anything is typed', () => {
    const found = [choice('a'), choice('b')];
    expect(offered(found, [choice('b')], '', undefined).map((one) => one.value)).toEqual(['b', 'a']);
    expect(offered(found, [choice('b')], 'a', undefined).map((one) => one.value)).toEqual(['a', 'b']);
  });

  it('offer the typed text last, unless it was found', () => {
    const free = (text: string) => typedValue(text, false);
    expect(offered([valueChoice({ value: 'pro' })], [], 'gold', free).map(valueOfChoice)).toEqual(['pro', 'gold']);
    expect(offered([valueChoice({ value: 'pro' })], [], 'pro', free)).toHaveLength(1);
  });

  it('are bounded', () => {
    const many = Array.from({ length: 500 }, (_, number) => choice(String(number)));
    expect(offered(many, [], '', undefined)).toHaveLength(maxShown);
  });

  it('are found by every word, in any order', () => {
    const zones = [{ value: 'America/New_York', label: 'America/New York', note: 'UTC-5' }, choice('UTC')];
    expect(searchIn(zones, 'york new').map((one) => one.value)).toEqual(['America/New_York']);
    expect(searchIn(zones, '')).toHaveLength(2);
    expect(searchIn(zones, 'berlin')).toEqual([]);
  });
});

describe('values', () => {
  it.each(['42', 42, true, 'true', ''])('%j keeps its type', (value) => {
    expect(valueOfChoice(valueChoice({ value }))).toBe(value);
  });

  it('typed for a number field have to be one', () => {
    expect(typedValue('12', true)?.value).toBe('12');
    expect(typedValue('12', false)?.value).toBe('"12"');
    expect(typedValue('twelve', true)).toBeNull();
    expect(typedValue('  ', false)).toBeNull();
  });
});

describe('time zones', () => {
  it('tell their distance to UTC at the moment', () => {
    expect(offsetWords('UTC', new Date('2026-01-15T12:00:00Z'))).toBe('UTC');
    expect(offsetWords('Europe/Berlin', new Date('2026-01-15T12:00:00Z'))).toBe('UTC+1');
    expect(offsetWords('Europe/Berlin', new Date('2026-07-15T12:00:00Z'))).toBe('UTC+2');
    expect(offsetWords('Asia/Kolkata', new Date('2026-01-15T12:00:00Z'))).toBe('UTC+5:30');
  });

  it('start with UTC and hold no zone twice', () => {
    const zones = allZones(new Date('2026-01-15T12:00:00Z')).map((zone) => zone.value);
    expect(zones[0]).toBe('UTC');
    expect(new Set(zones).size).toBe(zones.length);
    expect(isZone('Mars/Olympus')).toBe(false);
  });
});
