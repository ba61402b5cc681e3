import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BalanceLine, type BalancePart } from './balance-line.tsx';

const parts: BalancePart[] = [
  { label: 'delivered', count: 7, href: '/delivered', shape: 'dot', tone: 'good' },
  { label: 'bounced', count: 0, href: '/bounced', shape: 'cross', tone: 'bad' },
];
const html = (total: number) =>
  renderToStaticMarkup(<BalanceLine label="Balance" total={{ label: 'accepted', count: total }} parts={parts} />);

test('each part is a link to its rows, zero included', () => {
  expect(html(7)).toContain('href="/delivered"');
  expect(html(7)).toContain('href="/bounced"');
  expect(html(7)).toContain('Adds up');
  expect(html(7)).not.toContain('balance off');
});

test('a line that does not add up turns red and says by how much', () => {
  expect(html(9)).toContain('balance off');
  expect(html(9)).toContain('Does not add up: 2 missing');
  expect(html(9)).toContain('≠');
});
