import { useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useContactNews } from '../../api/contact-story.ts';
import { type Contact, useContact, useDeleteContact } from '../../api/contacts.ts';
import { frameOf } from '../../api/frame.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { oneOf, text, useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import './contact/contact.css';
import { ContactHead } from './contact/contact-head.tsx';
import { DataPanel } from './contact/data-panel.tsx';
import { History, historyTabs } from './contact/history.tsx';
import { SubscriptionPanel } from './contact/subscription-panel.tsx';
import { SummaryPanels } from './contact/summary-panels.tsx';
import { TrackDialog } from './contact/track-dialog.tsx';
import { type AskedAbout, WhyCard } from './contact/why-card.tsx';

/** One person, the whole story. */
export function ContactScreen(): ReactElement {
  const { project } = useProject();
  const { contactId = '' } = useParams({ strict: false });
  const contact = useContact(contactId);
  useContactNews(contactId);
  const name = contact.data?.email ?? 'Contact';
  return (
    <Screen title={name} crumbs={[{ name: 'Contacts', href: paths.contacts(project.id) }, { name }]}>
      {!contact.data && <h1 className={contact.error ? undefined : 'vh'}>Contact</h1>}
      <StateFrame
        state={frameOf(contact)}
        isEmpty={contact.data === undefined}
        skeleton={<SkeletonLines lines={8} />}
        empty={null}
      >
        {contact.data && <Loaded key={contact.data.id} contact={contact.data} />}
      </StateFrame>
    </Screen>
  );
}

const shape = { show: oneOf(historyTabs, 'all'), why: text(60) };

function Loaded({ contact }: { readonly contact: Contact }): ReactElement {
  const { project } = useProject();
  const { state, rejected, set } = useUrlState(shape);
  const { say } = useToasts();
  const goTo = useGoTo();
  const remove = useDeleteContact();
  const [isTracking, setIsTracking] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const deleteNow = async () => {
    try {
      await remove.mutateAsync(contact.id);
    } catch {
      return; // the dialog shows it
    }
    say({ kind: 'good', message: `${contact.email} was deleted.` });
    goTo(paths.contacts(project.id), { replace: true });
  };
  return (
    <>
      <ContactHead contact={contact} onTrack={() => setIsTracking(true)} onDelete={() => setIsDeleting(true)} />
      <RejectedNote names={rejected} />
      <div className="cols contact-cols mt24">
        <aside className="stack" aria-label="What is known">
          <SubscriptionPanel contact={contact} />
          <DataPanel contact={contact} />
          <SummaryPanels contactId={contact.id} />
        </aside>
        <div>
          <WhyCard
            contactId={contact.id}
            asked={askedIn(state.why)}
            onAsk={({ kind, id }) => set({ why: `${kind}:${id}` })}
          />
          <History contactId={contact.id} tab={state.show} onTab={(show) => set({ show })} />
        </div>
      </div>
      {isTracking && (
        <TrackDialog
          contact={contact}
          onClose={() => setIsTracking(false)}
          onTracked={(event) => {
            setIsTracking(false);
            say({ kind: 'good', message: `${event} was recorded.` });
          }}
        />
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        title={`Delete ${contact.email}?`}
        confirmLabel="Delete 1 contact"
        keepLabel="Keep it"
        isBusy={remove.isPending}
        problem={remove.error ? problemOf(remove.error) : null}
        onConfirm={() => void deleteNow()}
        onClose={() => setIsDeleting(false)}
      >
        <p>
          Events and memberships go with it, mail that has not left yet is cancelled, and workflows stop for this
          person. Suppressions stay. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** `campaign:<id>`, as the URL has it. */
function askedIn(text: string): AskedAbout | null {
  const [kind, id] = text.split(':');
  if (!id || (kind !== 'campaign' && kind !== 'workflow' && kind !== 'template')) return null;
  return { kind, id };
}
