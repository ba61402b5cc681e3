import type { ReactElement } from 'react';
import { useWhy, useWhySubjects, type Why, type WhySubject, type WhySubjectKind } from '../../../api/contact-story.ts';
import { frameOf } from '../../../api/frame.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { useLetter } from '../../../shell/use-letter.ts';
import { type Choice, searchIn } from '../../../widgets/choice-picker/choice.ts';
import { ChoicePicker } from '../../../widgets/choice-picker/choice-picker.tsx';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { Trail } from '../../../widgets/trail/trail.tsx';
import { trailSteps } from './why-steps.ts';

/** What is asked about, as it stands in the URL. */
export interface AskedAbout {
  readonly kind: WhySubjectKind;
  readonly id: string;
}

interface WhyCardProps {
  readonly contactId: string;
  readonly asked: AskedAbout | null;
  readonly onAsk: (asked: AskedAbout) => void;
}

const groups: Readonly<Record<WhySubjectKind, string>> = {
  campaign: 'Campaigns',
  workflow: 'Workflows',
  template: 'Templates',
};

/** Why did or didn't they get it: the decision trail, its first failing line on top. */
export function WhyCard({ contactId, asked, onAsk }: WhyCardProps): ReactElement {
  const subjects = useWhySubjects();
  const why = useWhy(contactId, asked);
  useLetter('w', () => document.querySelector<HTMLElement>('.why-card .pick')?.click());
  const choices = (subjects.data ?? []).map(toChoice);
  const chosen = asked
    ? (choices.find(({ value }) => value === `${asked.kind} ${asked.id}`) ?? {
        value: `${asked.kind} ${asked.id}`,
        label: `this ${asked.kind}`,
      })
    : null;
  return (
    <section className="card why-card" aria-label="Why">
      <div className="c-head">
        <h2>Why did or didn’t they get</h2>
        <ChoicePicker
          label="Mail to ask about"
          placeholder="a campaign, workflow or template"
          value={chosen}
          search={async (text) =>
            searchIn(subjects.data ? choices : ((await subjects.refetch()).data ?? []).map(toChoice), text)
          }
          nothingFound="Nothing that sends mail has this name."
          onChoose={({ value }) => {
            const subject = subjects.data?.find(({ kind, id }) => value === `${kind} ${id}`);
            if (subject) onAsk({ kind: subject.kind, id: subject.id });
          }}
        />
        <span className="c-end">
          <kbd className="key">w</kbd>
        </span>
      </div>
      {asked && (
        <div className="c-body">
          <StateFrame
            state={frameOf(why)}
            isEmpty={why.data === undefined}
            skeleton={<SkeletonLines lines={5} />}
            empty={null}
          >
            {why.data && <Answer why={why.data} />}
          </StateFrame>
        </div>
      )}
    </section>
  );
}

function Answer({ why }: { readonly why: Why }): ReactElement {
  const { project } = useProject();
  return (
    <>
      <Trail answer={why.answer} steps={trailSteps(why.checks)} />
      {why.emailId && (
        <p className="t13 mt8">
          <a className="plain" href={paths.email(project.id, why.emailId)}>
            Open that mail
          </a>
        </p>
      )}
    </>
  );
}

const toChoice = ({ kind, id, name }: WhySubject): Choice => ({
  value: `${kind} ${id}`,
  label: name,
  group: groups[kind],
  note: kind,
});
