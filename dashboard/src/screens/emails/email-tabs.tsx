import type { ReactElement } from 'react';
import type { EmailDetail } from '../../api/emails.ts';
import { SourceText } from '../../widgets/source-text/source-text.tsx';
import { PanelBoundary } from '../../widgets/state-frame/panel-boundary.tsx';
import { Tabs } from '../../widgets/tabs/tabs.tsx';
import { EmailConversation } from './email-conversation.tsx';
import { EmailEvents } from './email-events.tsx';
import { EmailHeaders } from './email-headers.tsx';
import { EmailPreview, GoneBody } from './email-preview.tsx';

export const emailTabs = ['preview', 'html', 'text', 'headers', 'events', 'conversation'] as const;
export type EmailTab = (typeof emailTabs)[number];

const labels: Readonly<Record<EmailTab, string>> = {
  preview: 'Preview',
  html: 'HTML',
  text: 'Text',
  headers: 'Headers',
  events: 'Events',
  conversation: 'Conversation',
};

interface EmailTabsProps {
  readonly email: EmailDetail;
  readonly tab: EmailTab;
  readonly onTab: (tab: EmailTab) => void;
}

export function EmailTabs({ email, tab, onTab }: EmailTabsProps): ReactElement {
  const counts: Partial<Record<EmailTab, number>> = {
    events: email.timeline.length + 1,
    conversation: email.attemptLog.length,
  };
  const tabs = emailTabs.map((key) => ({ key, label: labels[key], count: counts[key] }));
  return (
    <Tabs
      label="The mail"
      tabs={tabs}
      selected={tab}
      onSelect={(key) => onTab(emailTabs.find((known) => known === key) ?? 'preview')}
    >
      <PanelBoundary name={labels[tab]} key={tab}>
        <Panel email={email} tab={tab} />
      </PanelBoundary>
    </Tabs>
  );
}

function Panel({ email, tab }: { readonly email: EmailDetail; readonly tab: EmailTab }): ReactElement {
  switch (tab) {
    case 'preview':
      return <EmailPreview email={email} />;
    case 'html':
      return email.body === null ? <GoneBody email={email} /> : <SourceText source={email.body} what="HTML" />;
    case 'text':
      return email.text === null ? <GoneBody email={email} /> : <SourceText source={email.text} what="Text" />;
    case 'headers':
      return <EmailHeaders email={email} />;
    case 'events':
      return <EmailEvents email={email} />;
    case 'conversation':
      return <EmailConversation email={email} />;
  }
}
