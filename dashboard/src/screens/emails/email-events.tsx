import type { ReactElement } from 'react';
import type { EmailDetail } from '../../api/emails.ts';
import { useProject } from '../../api/project.ts';
import { MailTimeline } from '../../widgets/mail-timeline/mail-timeline.tsx';

export function EmailEvents({ email }: { readonly email: EmailDetail }): ReactElement {
  const { project } = useProject();
  return (
    <div className="tab-text">
      <h2 className="vh">What happened to this mail</h2>
      <MailTimeline createdAt={email.createdAt} entries={email.timeline} timeZone={project.timezone} />
    </div>
  );
}
