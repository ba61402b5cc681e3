import { Flag, GitBranch, Hourglass, type LucideIcon, Mail, Pencil, Webhook, Zap } from 'lucide-react';
import type { ReactElement } from 'react';
import type { StepType } from './graph/workflow-graph.ts';

const icons: Readonly<Record<StepType, LucideIcon>> = {
  TRIGGER: Zap,
  SEND_EMAIL: Mail,
  DELAY: Hourglass,
  WAIT_FOR_EVENT: Hourglass,
  CONDITION: GitBranch,
  WEBHOOK: Webhook,
  UPDATE_CONTACT: Pencil,
  EXIT: Flag,
};

export function StepIcon({ type }: { readonly type: StepType }): ReactElement {
  const Icon = icons[type];
  return <Icon className="i" size={16} strokeWidth={1.75} aria-hidden />;
}
