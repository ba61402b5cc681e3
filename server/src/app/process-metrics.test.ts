import { expect, test } from 'vitest';
import { joinMetrics } from './process-metrics.ts';

test('pages become one: each name is described once, each value names its process', () => {
  const page = (value: number): string =>
    [
      '# HELP memory Held by the process.',
      '# TYPE memory gauge',
      `memory ${value}`,
      '# HELP calls By route.',
      '# TYPE calls counter',
      `calls{route="/a/{id}"} ${value}`,
      `calls{} ${value} 1700000000`,
      '',
    ].join('\n');

  expect(
    joinMetrics([
      ['requests-1', page(1)],
      ['requests-2', page(2)],
    ]),
  ).toBe(
    [
      '# HELP memory Held by the process.',
      '# TYPE memory gauge',
      'memory{process="requests-1"} 1',
      'memory{process="requests-2"} 2',
      '# HELP calls By route.',
      '# TYPE calls counter',
      'calls{process="requests-1",route="/a/{id}"} 1',
      'calls{process="requests-1"} 1 1700000000',
      'calls{process="requests-2",route="/a/{id}"} 2',
      'calls{process="requests-2"} 2 1700000000',
      '',
    ].join('\n'),
  );
});

test('a process that did not answer is left out', () => {
  expect(joinMetrics([])).toBe('\n');
});
