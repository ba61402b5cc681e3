import { expect, test } from 'vitest';
import { type Assumptions, costsOf, needsOf, primaryLimit } from './arithmetic.ts';
import { type Inputs, inputSources } from './inputs.ts';

/** Every input 1, so that sums are counted by hand. */
const ones = Object.fromEntries(Object.keys(inputSources).map((name) => [name, 1])) as Inputs; // all names

const given: Assumptions = {
  peakFactor: 4,
  noticesPerMail: 1,
  opensAndClicksPerMail: 0.5,
  eventsPerMail: 1.5,
  contactsPerMail: 0.1,
  maxProcessorShare: 0.5,
  recordDays: 100,
  textDays: 10,
  primaryCores: 32,
  primaryWalBytesPerSecond: 1_000_000,
  primaryDiskBytes: 1e9,
  connectionsPerApiProcess: 10,
  connectionsPerWorkerProcess: 20,
};

const costs = {
  apiMs: 5,
  workerMs: 2.5,
  serverMs: 10,
  walBytes: 10_000,
  rows: 12,
  recordBytes: 1_000,
  textBytes: 500,
};

test('a mail costs itself, its notices, its events with opens and clicks, and its contacts', () => {
  expect(costsOf('transactional', ones, given)).toEqual({
    apiMs: 4.1, // 1 + 1 notice + 2 events + 0.1 contacts
    workerMs: 1,
    serverMs: 5.1, // accepted and handed over
    walBytes: 4.1,
    rows: 5, // 2 + 1 notice + 2 events
    recordBytes: 4.1, // 1 + the event of 1 notice + 2 events + 0.1 contacts
    textBytes: 1,
  });
});

test('a campaign mail is no API call of its own and shares its text', () => {
  expect(costsOf('campaign', ones, given)).toMatchObject({ apiMs: 3.1, serverMs: 4.1, rows: 4, textBytes: 0 });
});

test('a day of mail: rates, processors, WAL, disk and connections', () => {
  expect(needsOf(8_640_000, costs, given)).toMatchObject({
    averagePerSecond: 100,
    peakPerSecond: 400,
    apiCores: 4, // 400 × 5 ms ÷ 1,000 ÷ 0.5
    workerCores: 2,
    serverCores: 8,
    walBytesPerSecond: 4_000_000,
    rowsPerSecond: 4_800,
    walBytesPerDay: 86_400_000_000,
    diskBytesPerDay: 12_960_000_000,
    keptBytes: 8_640_000 * (1_000 * 100 + 500 * 10),
    connections: 4 * 10 + 2 * 20,
  });
});

test('cells follow from the limit that is met first, and are at least one', () => {
  const small = { ...given, primaryDiskBytes: 1e15 };

  expect(needsOf(8_640_000, costs, small)).toMatchObject({ cellsByCores: 0.25, cellsByWal: 4, cells: 4 });
  expect(needsOf(8_640_000, { ...costs, serverMs: 200 }, small)).toMatchObject({ cellsByCores: 5, cells: 5 });
  expect(needsOf(8_640_000, costs, given).cells).toBe(908); // 907.2 by data
  expect(needsOf(1, costs, small).cells).toBe(1);
});

test('one primary carries what its first limit allows', () => {
  expect(primaryLimit(costs, given)).toEqual({ mailsPerSecond: 100, by: 'WAL' });
  expect(primaryLimit({ ...costs, serverMs: 320 }, given)).toEqual({ mailsPerSecond: 50, by: 'processors' });
});

test('what needs a figure that is missing is not a number', () => {
  const needs = needsOf(1_000_000, costsOf('transactional', { ...ones, sendServerMs: Number.NaN }, given), given);

  expect(needs.apiCores).toBeGreaterThan(0);
  expect([needs.serverCores, needs.cells]).toEqual([Number.NaN, Number.NaN]);
  for (const missing of [{ serverMs: Number.NaN }, { walBytes: Number.NaN }])
    expect(primaryLimit({ ...costs, ...missing }, given).mailsPerSecond).toBeNaN();
});
