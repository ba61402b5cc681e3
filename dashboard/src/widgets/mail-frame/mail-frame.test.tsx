import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MailFrame } from './mail-frame.tsx';

test('the frame of a mail may do nothing at all', () => {
  const html = renderToStaticMarkup(<MailFrame src="/preview/1" title="Rendered mail" />);

  expect(html).toContain('sandbox=""');
  expect(html).toContain('src="/preview/1"');
  expect(html).not.toContain('srcDoc');
});

test('without an address the reason stands in the place of the mail', () => {
  const html = renderToStaticMarkup(<MailFrame src={null} title="Rendered mail" fallback="Past retention" />);

  expect(html).not.toContain('<iframe');
  expect(html).toContain('Past retention');
});
