import { type ReactElement, useRef } from 'react';
import { searchContacts } from '../../api/contact-search.ts';
import { useProject } from '../../api/project.ts';
import { useLetter } from '../../shell/use-letter.ts';
import { ContactPicker } from '../../widgets/contact-picker/contact-picker.tsx';
import type { SegmentDraft } from './use-segment-draft.ts';

/** One contact put to the test: each rule is marked with the value it saw. */
export function TestContact({ draft }: { readonly draft: SegmentDraft }): ReactElement {
  const { session } = useProject();
  const place = useRef<HTMLDivElement>(null);
  useLetter('t', () => place.current?.querySelector('button')?.click());
  const { tested, counted } = draft;
  const result = tested ? counted?.contact : null;
  return (
    <section className="mt24">
      <div className="section-h mb8">
        <h2>Test a contact</h2>
        <span className="more">
          <kbd className="key" aria-hidden>
            t
          </kbd>
        </span>
      </div>
      <div className="rowflex test-pick" ref={place}>
        <ContactPicker
          label="Contact to test"
          value={tested}
          search={(text) => searchContacts(session, text)}
          onChoose={draft.test}
        />
        {tested && (
          <button type="button" className="btn quiet sm" onClick={() => draft.test(null)}>
            Clear
          </button>
        )}
      </div>
      <p className="t13 t2 mt8" role="status">
        {tested && result ? (
          <b className={result.matches ? 'good' : 'bad'}>
            {tested.email} {result.matches ? 'is in this segment.' : 'is not in this segment.'}
          </b>
        ) : (
          <span className="t3">Marks each rule with the value found.</span>
        )}
      </p>
    </section>
  );
}
