import { Megaphone, Terminal, Workflow } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Email } from '../../api/emails.ts';
import type { NamedSource, SourceNames } from '../../api/source-names.ts';

const icons = { TRANSACTIONAL: Terminal, CAMPAIGN: Megaphone, WORKFLOW: Workflow } as const;
const kinds = { TRANSACTIONAL: 'API', CAMPAIGN: 'Campaign', WORKFLOW: 'Workflow' } as const;

/** What made a mail: its campaign, its workflow, or the template a call named. */
export function EmailSource({ email, names }: { readonly email: Email; readonly names: SourceNames }): ReactElement {
  const Icon = icons[email.sourceType];
  const name = sourceName(email, names);
  return (
    <span className="email-source" title={name ? `${kinds[email.sourceType]}: ${name}` : undefined}>
      <Icon size={14} strokeWidth={1.75} aria-hidden className="i" />
      {name ? <span className="vh">{kinds[email.sourceType]}</span> : null}
      <span className="cut">{name ?? (email.resentFrom ? 'Resent' : kinds[email.sourceType])}</span>
    </span>
  );
}

function sourceName(email: Email, names: SourceNames): string | undefined {
  if (email.campaignId) return nameOf(names.campaigns, email.campaignId);
  if (email.workflowId) return nameOf(names.workflows, email.workflowId);
  return nameOf(names.templates, email.templateId);
}

export const nameOf = (items: readonly NamedSource[], id: string | null): string | undefined =>
  id === null ? undefined : items.find((item) => item.id === id)?.name;
