import type { TemplateType, TemplateUsage } from '../../api/templates.ts';
import { countOf } from '../../widgets/number-words/number-words.ts';

export const typeWords: Readonly<Record<TemplateType, { readonly word: string; readonly says: string }>> = {
  TRANSACTIONAL: {
    word: 'transactional',
    says: 'Receipts, resets and notices. Reaches people who are not subscribed too; no footer is added.',
  },
  MARKETING: {
    word: 'marketing',
    says: 'News and offers. Reaches subscribed people only; a footer with the unsubscribe link is added.',
  },
  HEADLESS: {
    word: 'headless',
    says: 'Marketing whose author places the links. Reaches subscribed people only; no footer is added.',
  },
};

/** "Used by 2 campaigns, 1 workflow step". */
export function usageWords({ counts, emailsSent }: TemplateUsage): string {
  const parts = [
    counts.campaigns > 0 ? countOf(counts.campaigns, 'campaign', 'campaigns') : '',
    counts.workflowSteps > 0 ? countOf(counts.workflowSteps, 'workflow step', 'workflow steps') : '',
  ].filter((part) => part !== '');
  if (parts.length > 0) return `Used by ${parts.join(', ')}`;
  return emailsSent > 0 ? 'Used by the app only' : 'Not used yet';
}
