import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DomainState, ExpectedRecord } from './domain.ts';
import type { RecordVerdict } from './judge-record.ts';
import { type DomainEffect, type Observation, step } from './step.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = new Date('2026-03-01T12:00:00.000Z');
const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);

const pending: DomainState = {
  status: 'pending',
  verifiedAt: null,
  atRiskSince: null,
  atRiskMailedAt: null,
  isClaimed: false,
  spfProblem: null,
  dmarcPolicy: null,
  findings: [],
};
const verified: DomainState = { ...pending, status: 'verified', verifiedAt: ago(100 * hour) };
const record = (purpose: ExpectedRecord['purpose'], required = true): ExpectedRecord => ({
  purpose,
  type: 'TXT',
  name: `${purpose}.acme.com`,
  value: 'wanted',
  priority: null,
  required,
});

const seen = (
  ownership: RecordVerdict,
  dkim: RecordVerdict = 'right',
  more: Partial<Observation> = {},
): Observation => ({
  judgements: [
    { record: record('OWNERSHIP'), verdict: ownership, found: [], message: null },
    { record: record('DKIM'), verdict: dkim, found: [], message: null },
    { record: record('SPF', false), verdict: 'wrong', found: [], message: null },
  ],
  spfProblem: undefined,
  dmarcPolicy: undefined,
  isThorough: false,
  ...more,
});

describe('a check of a', () => {
  const atRisk = (since: Date, mailedAt: Date | null = since): DomainState => ({
    ...verified,
    atRiskSince: since,
    atRiskMailedAt: mailedAt,
  });
  test.each<
    [
      name: string,
      state: DomainState,
      observation: Observation,
      isClaimed: boolean,
      next: Partial<DomainState>,
      DomainEffect | null,
    ]
  >([
    [
      'pending domain verifies it when every required record is right, advice aside',
      pending,
      seen('right'),
      false,
      { status: 'verified', verifiedAt: now },
      'verified',
    ],
    [
      'pending domain leaves it so while one is wrong',
      pending,
      seen('right', 'wrong'),
      false,
      { status: 'pending' },
      null,
    ],
    [
      'pending domain leaves it so while one is unknown',
      pending,
      seen('right', 'unknown'),
      false,
      { status: 'pending' },
      null,
    ],
    [
      'pending domain that another project has records the claim',
      pending,
      seen('right'),
      true,
      { status: 'pending', isClaimed: true },
      null,
    ],
    [
      'claimed domain whose records went drops the claim',
      { ...pending, isClaimed: true },
      seen('wrong'),
      false,
      { isClaimed: false },
      null,
    ],
    [
      'claimed domain keeps the claim while no server answers',
      { ...pending, isClaimed: true },
      seen('unknown', 'unknown'),
      false,
      { isClaimed: true },
      null,
    ],
    [
      'claimed domain that became free verifies it',
      { ...pending, isClaimed: true },
      seen('right'),
      false,
      { status: 'verified', isClaimed: false },
      'verified',
    ],
    [
      'verified domain puts it at risk at the first wrong answer',
      verified,
      seen('wrong'),
      false,
      { status: 'verified', atRiskSince: now, atRiskMailedAt: now },
      'at-risk',
    ],
    [
      'verified domain changes nothing when no server answers',
      verified,
      seen('unknown', 'unknown'),
      false,
      verified,
      null,
    ],
    [
      'domain at risk keeps the time since when',
      atRisk(ago(hour)),
      seen('wrong'),
      false,
      { atRiskSince: ago(hour) },
      null,
    ],
    [
      'domain at risk is not interrupted by silence',
      atRisk(ago(30 * hour)),
      seen('unknown', 'right'),
      false,
      { atRiskSince: ago(30 * hour) },
      null,
    ],
    [
      'domain at risk clears it when all is right again',
      atRisk(ago(23 * hour)),
      seen('right'),
      false,
      { atRiskSince: null, status: 'verified', atRiskMailedAt: ago(23 * hour) },
      null,
    ],
    [
      'domain at risk keeps it for just under 24 hours',
      atRisk(ago(24 * hour - 1)),
      seen('wrong'),
      false,
      { status: 'verified' },
      null,
    ],
    [
      'domain at risk loses it after 24 hours',
      atRisk(ago(24 * hour)),
      seen('wrong'),
      false,
      { status: 'pending', verifiedAt: null, atRiskSince: null },
      'lost',
    ],
    [
      'domain mailed about 29 days ago is at risk without a mail',
      { ...verified, atRiskMailedAt: ago(29 * 24 * hour) },
      seen('wrong'),
      false,
      { atRiskSince: now, atRiskMailedAt: ago(29 * 24 * hour) },
      null,
    ],
    [
      'domain mailed about 30 days ago is mailed about again',
      { ...verified, atRiskMailedAt: ago(30 * 24 * hour) },
      seen('wrong'),
      false,
      { atRiskMailedAt: now },
      'at-risk',
    ],
  ])('%s', (_name, state, observation, isClaimed, next, effect) => {
    const result = step(state, observation, now, isClaimed);

    const { findings: _, ...named } = next as DomainState;
    expect(result.next).toMatchObject(named);
    expect(result.effect).toBe(effect);
  });
});

test('what is unknown stays as it was (D-707)', () => {
  const known: DomainState = { ...verified, spfProblem: 'TOO_MANY_SPF_LOOKUPS', dmarcPolicy: 'reject' };

  expect(step(known, seen('right'), now, false).next).toMatchObject({
    spfProblem: 'TOO_MANY_SPF_LOOKUPS',
    dmarcPolicy: 'reject',
  });
  expect(step(known, seen('right', 'right', { spfProblem: null, dmarcPolicy: null }), now, false).next).toMatchObject({
    spfProblem: null,
    dmarcPolicy: null,
  });
});

test('over any history a domain is lost only after 24 hours without one check that was right (T24)', () => {
  const verdict = fc.constantFrom<RecordVerdict>('right', 'wrong', 'unknown');
  const check = fc.record({
    after: fc.integer({ min: 1, max: 10 * 60 }),
    own: verdict,
    dkim: verdict,
    isClaimed: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(check, { maxLength: 80 }), (checks) => {
      let at = now.getTime();
      let state: DomainState = verified;
      let wrongSince: number | null = null;
      for (const { after, own, dkim, isClaimed } of checks) {
        at += after * minute;
        const before = state.status;
        const isWrong = own === 'wrong' || dkim === 'wrong';
        const areRight = own === 'right' && dkim === 'right';
        const result = step(state, seen(own, dkim), new Date(at), isClaimed);
        state = result.next;
        if (areRight) wrongSince = null;
        const isLost = before === 'verified' && isWrong && wrongSince !== null && at - wrongSince >= 24 * hour;
        if (isWrong) wrongSince ??= at;

        expect(result.effect === 'lost').toBe(isLost);
        expect(result.effect === 'verified').toBe(before === 'pending' && areRight && !isClaimed);
        expect(state.status === 'verified').toBe(state.verifiedAt !== null);
        if (state.status === 'pending') expect(state.atRiskSince).toBeNull();
        if (isLost) wrongSince = null;
      }
    }),
  );
});
