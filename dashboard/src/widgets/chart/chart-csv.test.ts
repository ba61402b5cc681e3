import { expect, test } from 'vitest';
import { chartCsv } from './chart-csv.ts';

test('a missing value is an empty cell and zero is written', () => {
  const csv = chartCsv(
    [
      { label: 'Wednesday 28 October', short: '28 Oct' },
      { label: 'Thursday 29 October', short: '29 Oct' },
    ],
    [
      { name: 'All mail', values: [3552, null] },
      { name: 'Campaigns', values: [0, 5] },
    ],
  );
  expect(csv).toBe(',All mail,Campaigns\r\nWednesday 28 October,3552,0\r\nThursday 29 October,,5\r\n');
});

test('a name can neither leave its cell nor run as a formula', () => {
  const csv = chartCsv(
    [],
    [
      { name: '=1+1', values: [] },
      { name: 'a "b", c', values: [] },
    ],
  );
  expect(csv).toBe(`,'=1+1,"a ""b"", c"\r\n`);
});
