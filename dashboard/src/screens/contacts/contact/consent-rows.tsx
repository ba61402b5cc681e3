import { User, UserPlus } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Consent } from '../../../api/contact-story.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { Timeline } from '../../../widgets/timeline/timeline.tsx';
import { consentWords } from './subscription-words.ts';

/** How the person came to its state: what it became, by whom and how, and what it followed from. */
export function ConsentRows({ items }: { readonly items: readonly Consent[] }): ReactElement {
  const { project } = useProject();
  const rows = items.map((item) => {
    const Icon = item.isCreation ? UserPlus : User;
    const words = consentWords(item);
    return {
      id: item.id,
      at: item.at,
      icon: <Icon className="i" size={14} strokeWidth={1.75} aria-hidden />,
      title: titleOf(item),
      detail: (
        <>
          {`${words.charAt(0).toUpperCase()}${words.slice(1)}.`}
          {linksOf(item, project.id).map(({ name, href }) => (
            <span key={href}>
              {' '}
              <a className="plain" href={href}>
                {name}
              </a>
            </span>
          ))}
        </>
      ),
    };
  });
  return <Timeline rows={rows} timeZone={project.timezone} />;
}

function titleOf({ isCreation, reason, subscribed }: Consent): string {
  if (isCreation) return subscribed ? 'Created, subscribed' : 'Created, not subscribed';
  if (reason === 'earlier') return subscribed ? 'Was subscribed' : 'Was not subscribed';
  return subscribed ? 'Subscribed' : 'Unsubscribed';
}

const linksOf = (item: Consent, projectId: string): { name: string; href: string }[] => [
  ...(item.emailId ? [{ name: 'That mail', href: paths.email(projectId, item.emailId) }] : []),
  ...(item.campaignId ? [{ name: 'Its campaign', href: paths.campaign(projectId, item.campaignId) }] : []),
  ...(item.workflowId ? [{ name: 'Its workflow', href: paths.workflow(projectId, item.workflowId) }] : []),
  ...(item.requestId ? [{ name: 'The request', href: paths.log(projectId, item.requestId) }] : []),
];
