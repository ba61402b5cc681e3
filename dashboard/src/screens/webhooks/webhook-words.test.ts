import { expect, test } from 'vitest';
import { type EndpointStateFields, endpointName, endpointState } from './webhook-words.ts';

const moment = { now: Date.parse('2026-11-18T12:00:00Z'), timeZone: 'UTC' };
const fine: EndpointStateFields = {
  enabled: true,
  disabledReason: null,
  failingSince: null,
  pending: 0,
  lastSuccessAt: '2026-11-18T11:00:00.000Z',
};

test('a state is one word and what to do', () => {
  const cases: readonly [Partial<EndpointStateFields>, string, RegExp][] = [
    [{}, 'Working', /arrive/],
    [{ lastSuccessAt: null }, 'Nothing delivered yet', /Send a test/],
    [{ failingSince: '2026-11-18T11:00:00.000Z' }, 'Failing since', /until Sat 11:00.*mail after one day/],
    [{ lastSuccessAt: null, pending: 1 }, 'Nothing delivered yet', /under way/],
    [{ enabled: false, disabledReason: 'USER' }, 'Disabled', /by hand/],
    [{ enabled: false, disabledReason: 'GONE' }, 'Disabled: it answered 410', /then enable it/],
    [{ enabled: false, disabledReason: 'FAILING' }, 'Disabled after three days', /replay what it missed/],
  ];
  for (const [change, word, sentence] of cases) {
    const state = endpointState({ ...fine, ...change }, moment);
    expect(state.word).toContain(word);
    expect(state.sentence).toMatch(sentence);
  }
});

test('an endpoint is called by its description, else by its address, and by no more than a line of it', () => {
  const url = 'https://example.com/hooks/mail';
  expect(endpointName({ description: 'Mail for the shop', url })).toBe('Mail for the shop');
  expect(endpointName({ description: ' ', url })).toBe('example.com/hooks/mail');
  expect(endpointName({ description: null, url: `https://${'x'.repeat(900)}` })).toHaveLength(80);
});
