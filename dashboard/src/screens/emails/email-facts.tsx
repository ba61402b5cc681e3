import type { ReactElement } from 'react';
import type { EmailDetail } from '../../api/emails.ts';
import { useProject } from '../../api/project.ts';
import { type SourceNames, useSourceNames } from '../../api/source-names.ts';
import { paths } from '../../navigation/paths.ts';
import { Bill, type BillFact } from '../../widgets/bill/bill.tsx';
import { CopyCell } from '../../widgets/copy-cell/copy-cell.tsx';
import { nameOf } from './email-source.tsx';

const typeWords = { TRANSACTIONAL: 'transactional', MARKETING: 'marketing', HEADLESS: 'headless' } as const;

/** The facts of a mail that are asked for first. */
export function EmailFacts({ email }: { readonly email: EmailDetail }): ReactElement {
  const { project } = useProject();
  const names = useSourceNames();
  const facts: BillFact[] = [
    { label: 'To', width: 'wide', value: <Recipient email={email} projectId={project.id} /> },
    { label: 'From', width: 'wide', value: email.fromName ? `${email.fromName} <${email.from}>` : email.from },
    { ...sourceFact(email, project.id, names), width: 'wide' },
    ...(email.resentFrom
      ? [{ label: 'Repeats', value: <Link href={paths.email(project.id, email.resentFrom)}>the first mail</Link> }]
      : []),
    {
      label: 'Email id',
      width: 'wide',
      value: <CopyCell value={email.id} what="email id" isIdentifier />,
    },
  ];
  return <Bill facts={facts} />;
}

function Recipient({ email, projectId }: { readonly email: EmailDetail; readonly projectId: string }): ReactElement {
  const words = email.to === null ? 'deleted' : email.toName ? `${email.toName} <${email.to}>` : email.to;
  if (email.contactId === null) return <>{words}</>;
  return <Link href={paths.contact(projectId, email.contactId)}>{words}</Link>;
}

function sourceFact(email: EmailDetail, projectId: string, names: SourceNames): BillFact {
  const type = <span className="t3"> {typeWords[email.type]}</span>;
  if (email.campaignId) {
    const href = paths.campaign(projectId, email.campaignId);
    return sourced('Campaign', href, nameOf(names.campaigns, email.campaignId) ?? 'open the campaign', type);
  }
  if (email.workflowId) {
    const href = email.executionId
      ? paths.execution(projectId, email.workflowId, email.executionId)
      : paths.workflow(projectId, email.workflowId);
    return sourced('Workflow', href, nameOf(names.workflows, email.workflowId) ?? 'open the workflow', type);
  }
  if (email.templateId) {
    const href = paths.template(projectId, email.templateId);
    return sourced('Template', href, nameOf(names.templates, email.templateId) ?? 'open the template', type);
  }
  return { label: 'Type', value: typeWords[email.type] };
}

const sourced = (label: string, href: string, name: string, type: ReactElement): BillFact => ({
  label,
  value: (
    <>
      <Link href={href}>{name}</Link>
      {type}
    </>
  ),
});

const Link = ({ href, children }: { readonly href: string; readonly children: string }): ReactElement => (
  <a className="plain" href={href}>
    {children}
  </a>
);
