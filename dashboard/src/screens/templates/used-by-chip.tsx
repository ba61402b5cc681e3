import { type ReactElement, useState } from 'react';
import { useProject } from '../../api/project.ts';
import { type TemplateUsage, useTemplateUsage } from '../../api/templates.ts';
import { paths } from '../../navigation/paths.ts';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { Popover } from '../../widgets/popover/popover.tsx';
import { type Usage, UsageList } from '../../widgets/usage-list/usage-list.tsx';
import { usageWords } from './type-words.ts';

/** How much refers to the template; it opens to the list. */
export function UsedByChip({ templateId }: { readonly templateId: string }): ReactElement | null {
  const { project } = useProject();
  const { data: usage } = useTemplateUsage(templateId);
  const [isOpen, setIsOpen] = useState(false);
  if (!usage) return null;
  return (
    <Popover
      label="Used by"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <button type="button" className="chip used-by">
          {usageWords(usage)}
        </button>
      }
    >
      <div className="used-by-list">
        <UsageList
          uses={usesOf(usage, project.id)}
          total={usage.counts.campaigns + usage.counts.workflowSteps}
          emptySentence="No campaign and no workflow refers to it."
        />
        <p className="t13 t3">
          {usage.emailsSent === 0
            ? 'Nothing was sent with it yet.'
            : `${countOf(usage.emailsSent, 'mail', 'mails')} sent with it so far.`}
        </p>
        {usage.campaigns.length > 0 && (
          <p className="t13 t3">Campaigns hold a copy of their own: later changes do not reach them.</p>
        )}
      </div>
    </Popover>
  );
}

export function usesOf(usage: Pick<TemplateUsage, 'campaigns' | 'workflowSteps'>, projectId: string): readonly Usage[] {
  return [
    ...usage.campaigns.map(
      ({ id, name, status }): Usage => ({
        kind: 'campaign',
        id,
        name,
        href: paths.campaign(projectId, id),
        note: status.toLowerCase(),
      }),
    ),
    ...usage.workflowSteps.map(
      ({ id, name, workflowId, workflowName }): Usage => ({
        kind: 'workflow',
        id,
        name: `${workflowName}: ${name}`,
        href: paths.workflow(projectId, workflowId),
      }),
    ),
  ];
}
