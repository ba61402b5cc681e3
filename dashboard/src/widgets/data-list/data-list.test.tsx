import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DataList } from './data-list.tsx';
import type { DataListProps } from './data-list-props.ts';

type Person = { id: string; email: string };

const base: DataListProps<Person> = {
  label: 'Contacts',
  things: 'contacts',
  columns: [{ key: 'email', name: 'Address', sortKey: 'email', cell: (row) => row.email }],
  rows: [
    { id: '1', email: 'ann@example.com' },
    { id: '2', email: '<script>alert(1)</script>' },
  ],
  keyOf: (row) => row.id,
  nameOf: (row) => row.email,
  frame: { isLoading: false },
  nothingYet: <p>nothing yet</p>,
  noMatch: { title: 'no match' },
};

const draw = (more: Partial<DataListProps<Person>>) => renderToStaticMarkup(<DataList<Person> {...base} {...more} />);

describe('the list', () => {
  it('is a real table with numbered rows, and escapes what it shows', () => {
    const html = draw({});
    expect(html).toContain('<table');
    expect(html).toContain('aria-rowcount="3"');
    expect(html).toContain('aria-rowindex="2"');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
  });

  it('says nothing yet without filters, and no match with them; never both', () => {
    const none = draw({ rows: [] });
    expect(none).toContain('nothing yet');
    expect(none).not.toContain('no match');
    const filtered = draw({
      rows: [],
      search: { value: 'x', onChange: () => {}, placeholder: 'Address' },
    });
    expect(filtered).toContain('no match');
    expect(filtered).toContain('Clear filters');
    expect(filtered).not.toContain('nothing yet');
  });

  it('keeps the last good rows when a refresh failed', () => {
    const problem = { message: 'The list could not be read.', statusCode: 503, requestId: '0197f3a2-1111-7777-c1d4' };
    const html = draw({ frame: { isLoading: false, problem, shownFrom: '14:29', onRetry: () => {} } });
    expect(html).toContain('ann@example.com');
    expect(html).toContain('What you see is from 14:29.');
    expect(html).toContain('0197f3a2…c1d4');
    expect(html).toContain('Try again');
  });

  it('has no empty words when the first reading failed', () => {
    const html = draw({ rows: [], frame: { isLoading: false, problem: { message: 'Refused.', statusCode: 403 } } });
    expect(html).toContain('Refused.');
    expect(html).not.toContain('nothing yet');
  });

  it('holds the place of the rows while loading, unseen at first', () => {
    const html = draw({ rows: [], frame: { isLoading: true }, skeletonRows: 3 });
    expect(html).toContain('not-yet');
    expect(html.match(/class="skel/g)).toHaveLength(3);
  });

  it('tells how many each action would change', () => {
    const html = draw({
      selection: {
        selected: new Set(['1', '2']),
        onChange: () => {},
        actions: (rows) => [{ key: 'delete', label: 'Delete', count: rows.length, isAsking: true, onRun: () => {} }],
      },
    });
    expect(html).toContain('2 selected');
    expect(html).toMatch(/Delete<span class="t3 tab"> <!-- -->2<\/span>…|Delete<span class="t3 tab"> 2<\/span>…/);
  });

  it('opens a row under itself', () => {
    const html = draw({
      opened: { key: '1', onChange: () => {}, place: 'under', render: (row) => `Story of ${row.email}` },
    });
    expect(html).toContain('Story of ann@example.com');
    expect(html).toContain('aria-expanded="true"');
  });
});
