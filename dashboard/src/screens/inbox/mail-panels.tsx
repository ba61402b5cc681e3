import type { ReactElement } from 'react';
import type { InboxMail } from '../../api/inbox.ts';
import { useProject } from '../../api/project.ts';
import { MailTimeline } from '../../widgets/mail-timeline/mail-timeline.tsx';
import { SourceText } from '../../widgets/source-text/source-text.tsx';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import { Tabs } from '../../widgets/tabs/tabs.tsx';
import { type MailTab, mailTabs } from './inbox-state.ts';
import { MailChecks } from './mail-checks.tsx';
import { MailHeaders } from './mail-headers.tsx';
import { MailPreview } from './mail-preview.tsx';

interface MailPanelsProps {
  readonly mail: InboxMail;
  readonly tab: MailTab;
  readonly onTab: (tab: MailTab) => void;
}

const words: Readonly<Record<MailTab, string>> = {
  preview: 'Preview',
  html: 'HTML',
  text: 'Text',
  headers: 'Headers',
  events: 'Events',
  checks: 'Checks',
};

export function MailPanels({ mail, tab, onTab }: MailPanelsProps): ReactElement {
  const warnings = mail.warnings.length;
  return (
    <div className="ipanels">
      <Tabs
        label="Parts of the mail"
        selected={tab}
        onSelect={(key) => onTab(mailTabs.find((known) => known === key) ?? 'preview')}
        tabs={mailTabs.map((key) => ({
          key,
          label: words[key],
          ...(key === 'events' && { count: mail.timeline.length }),
          ...(key === 'checks' && warnings > 0 && { count: warnings, mark: <StateShape shape="tri" tone="warn" /> }),
        }))}
      >
        <Panel mail={mail} tab={tab} />
      </Tabs>
    </div>
  );
}

function Panel({ mail, tab }: Pick<MailPanelsProps, 'mail' | 'tab'>): ReactElement {
  const { project } = useProject();
  switch (tab) {
    case 'preview':
      return <MailPreview mail={mail} />;
    case 'html':
      return <Source source={mail.body} what="HTML of the mail" />;
    case 'text':
      return <Source source={mail.text} what="text of the mail" />;
    case 'headers':
      return <MailHeaders id={mail.id} />;
    case 'events':
      return (
        <div className="ipanel">
          <h2 className="vh">Events</h2>
          <MailTimeline createdAt={mail.createdAt} entries={mail.timeline} timeZone={project.timezone} />
        </div>
      );
    case 'checks':
      return <MailChecks mail={mail} />;
  }
}

function Source({ source, what }: { readonly source: string | null; readonly what: string }): ReactElement {
  return (
    <div className="ipanel">
      {source === null ? (
        <p className="t2">The content is past its retention and was removed.</p>
      ) : (
        <SourceText source={source} what={what} />
      )}
    </div>
  );
}
