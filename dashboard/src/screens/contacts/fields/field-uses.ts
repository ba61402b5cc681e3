import type { FieldUsage } from '../../../api/contact-fields.ts';
import { paths } from '../../../navigation/paths.ts';
import type { Usage } from '../../../widgets/usage-list/usage-list.tsx';

/** Everything that refers to a field, with the way to it. */
export const usesOf = (projectId: string, usage: FieldUsage): readonly Usage[] => [
  ...usage.usedInSegments.map(({ id, name }) => ({
    kind: 'segment' as const,
    id,
    name,
    href: paths.segment(projectId, id),
  })),
  ...usage.usedInCampaigns.map(({ id, name, status }) => ({
    kind: 'campaign' as const,
    id,
    name,
    href: paths.campaign(projectId, id),
    note: status.toLowerCase(),
  })),
  ...usage.usedInWorkflows.map(({ id, name }) => ({
    kind: 'workflow' as const,
    id,
    name,
    href: paths.workflow(projectId, id),
  })),
];
