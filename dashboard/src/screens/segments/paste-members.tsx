import { type ReactElement, useId, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { type LookedUp, type Segment, useAddMembersTo, useLookUp } from '../../api/segments.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { pastedAddresses } from './pasted-addresses.ts';

const maxLength = 500_000;
const maxAddresses = 10_000;

/** Adds people to a list. Who is a contact and who is new is said before anything is added. */
export function PasteMembers({ segment }: { readonly segment: Segment }): ReactElement {
  const id = useId();
  const { say } = useToasts();
  const [text, setText] = useState('');
  const [looked, setLooked] = useState<LookedUp | null>(null);
  const lookUp = useLookUp();
  const add = useAddMembersTo(segment.id);
  const emails = pastedAddresses(text);
  const isTooMany = emails.length > maxAddresses;
  const failed = lookUp.error ?? add.error;

  const addNow = async (createsMissing: boolean) => {
    if (!looked) return;
    try {
      const wanted = createsMissing ? [...looked.found, ...looked.notFound] : looked.found;
      const { added, created, notFound } = await add.mutateAsync({ emails: wanted, createsMissing });
      say({ kind: 'good', message: addedWords(wanted.length, added, created, notFound.length) });
      setText('');
      setLooked(null);
    } catch {
      // shown from the mutation
    }
  };

  return (
    <section className="segment-paste mt24">
      <label htmlFor={id}>
        <b>Add people</b>
      </label>
      <textarea
        id={id}
        className="input area mono"
        rows={4}
        spellCheck={false}
        maxLength={maxLength}
        placeholder="Paste addresses, in any order"
        aria-describedby={`${id}-says`}
        value={text}
        onChange={({ target: { value } }) => {
          setText(value);
          setLooked(null);
        }}
      />
      <div className="rowflex wrap-s mt8">
        <span id={`${id}-says`} className={isTooMany ? 't13 bad' : 't13 t2'} role="status">
          {isTooMany
            ? `${formatCount(emails.length)} addresses are too many at once; ${formatCount(maxAddresses)} go. Import a file for more.`
            : looked
              ? lookedWords(looked)
              : `${countOf(emails.length, 'address', 'addresses')} found in the text. Nothing is added yet.`}
        </span>
        <span className="push rowflex">
          {looked ? (
            <Answers looked={looked} isBusy={add.isPending} onAdd={(createsMissing) => void addNow(createsMissing)} />
          ) : (
            <button
              type="button"
              className="btn"
              disabled={emails.length === 0 || isTooMany || lookUp.isPending}
              onClick={() => void lookUp.mutateAsync(emails).then(setLooked, () => undefined)} // shown from the mutation
            >
              Look them up
            </button>
          )}
        </span>
      </div>
      {failed && <ProblemNotice problem={problemOf(failed)} />}
    </section>
  );
}

interface AnswersProps {
  readonly looked: LookedUp;
  readonly isBusy: boolean;
  readonly onAdd: (createsMissing: boolean) => void;
}

const Answers = ({ looked: { found, notFound }, isBusy, onAdd }: AnswersProps): ReactElement => (
  <>
    {notFound.length > 0 && (
      <button type="button" className="btn" disabled={isBusy} onClick={() => onAdd(true)}>
        Add {formatCount(found.length + notFound.length)}, {formatCount(notFound.length)} as new subscribed contacts
      </button>
    )}
    {found.length > 0 && (
      <button type="button" className="btn primary" disabled={isBusy} onClick={() => onAdd(false)}>
        Add {formatCount(found.length)}
      </button>
    )}
  </>
);

const lookedWords = ({ found, notFound }: LookedUp): string =>
  `${countOf(found.length, 'is a contact', 'are contacts')}, ${formatCount(notFound.length)} new. Nothing is added yet.`;

function addedWords(wanted: number, added: number, created: number, refused: number): string {
  const wereIn = wanted - added - refused;
  const parts = [
    `${formatCount(added)} added`,
    ...(created > 0 ? [`${formatCount(created)} of them new contacts`] : []),
    ...(wereIn > 0 ? [`${formatCount(wereIn)} in it already`] : []),
    ...(refused > 0 ? [`${formatCount(refused)} not taken because they are no addresses`] : []),
  ];
  return `${parts.join(', ')}.`;
}
