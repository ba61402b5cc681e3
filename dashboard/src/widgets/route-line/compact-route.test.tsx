import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CompactRoute } from './compact-route.tsx';
import { stopsOf } from './stops.ts';

const moment = { now: Date.parse('2026-11-12T13:32:00Z'), timeZone: 'UTC' };
const createdAt = '2026-11-12T13:31:20Z';

test('the short line carries the whole sentence and always has five stations', () => {
  const stops = stopsOf(
    { status: 'COMPLAINED', createdAt, sentAt: createdAt, openedAt: createdAt, clickedAt: createdAt },
    moment,
  );
  const html = renderToStaticMarkup(<CompactRoute stops={stops} />);

  expect(stops).toHaveLength(7);
  expect(html.match(/<li/g)).toHaveLength(5);
  expect(html).toContain('aria-label="Accepted, rendered, handed over, delivered, opened, clicked, complaint"');
  expect(html).toContain('<li class="x">');
});
