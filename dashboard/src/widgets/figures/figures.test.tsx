import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Count, Rate } from './numbers.tsx';
import { RelativeTime } from './relative-time.tsx';
import { TimeZoneContext } from './time-zone.ts';

test('a rate carries its base, also where only the figure is shown', () => {
  expect(renderToStaticMarkup(<Rate part={1} base={4} of="delivered" />)).toContain('of 4 delivered');
  expect(renderToStaticMarkup(<Rate part={1} base={4} of="delivered" isShort />)).toContain('of 4 delivered');
  expect(renderToStaticMarkup(<Rate part={0} base={0} of="delivered" />)).toContain('none yet');
});

test('zero is written and unknown is not zero', () => {
  expect(renderToStaticMarkup(<Count value={0} />)).toContain('>0<');
  expect(renderToStaticMarkup(<Count value={null} />)).toContain('unknown');
});

test('a relative time keeps its exact instant in the zone of the project', () => {
  const html = renderToStaticMarkup(
    <TimeZoneContext value="Europe/Berlin">
      <RelativeTime at="2020-11-12T13:32:00Z" />
    </TimeZoneContext>,
  );

  expect(html).toContain('dateTime="2020-11-12T13:32:00Z"');
  expect(html).toContain('title="Thursday 12 November 2020, 14:32:00 CET"');
  expect(html).toContain('12 Nov 2020');
});

test('a time that cannot be read is said to be unknown', () => {
  expect(renderToStaticMarkup(<RelativeTime at="soon" />)).toContain('unknown');
});
