import { expect, it } from 'vitest';
import type { PeriodStats } from '../../api/analytics.ts';
import { figuresOf } from './figures-of.ts';

const stats = (accepted: number, delivered: number, clickRate: number, totalUnsubscribes: number): PeriodStats => ({
  totalEvents: 0,
  totalEmailsSent: accepted,
  totalEmailsDelivered: delivered,
  totalEmailsOpened: 0,
  totalEmailsClicked: 0,
  totalEmailsBounced: 0,
  totalEmailsComplained: 0,
  totalUnsubscribes,
  totalWorkflowsStarted: 0,
  openRate: 0,
  clickRate,
  balance: { accepted, delivered, handedOver: 0, bounced: accepted - delivered, notSent: 0, waiting: 0 },
  oldestDueSeconds: 0,
  from: '2026-10-20T00:00:00.000Z',
  to: '2026-11-19T00:00:00.000Z',
});

it('says how each figure changed', () => {
  const figures = figuresOf(stats(1100, 990, 10.5, 3), stats(1000, 950, 9.8, 4));

  expect(figures.map(({ note }) => note)).toEqual([
    '10\u00a0% more than 1,000',
    'of 1,100 accepted; 5 points down',
    'of those handed over; 0.7 points up',
    '25\u00a0% fewer than 4',
  ]);
});

it('writes shares with the figures a reader can use', () => {
  const figures = figuresOf(stats(84, 80, 1.22, 0), undefined);

  expect(figures.map(({ value }) => value)).toEqual(['84', '95.2\u00a0%', '1.2\u00a0%', '0']);
});

it('does not divide by nothing', () => {
  const figures = figuresOf(stats(0, 0, 0, 0), stats(0, 0, 0, 0));

  expect(figures.map(({ value }) => value)).toEqual(['0', 'none yet', 'none yet', '0']);
  expect(figures[0]?.note).toBe('none before either');
});
