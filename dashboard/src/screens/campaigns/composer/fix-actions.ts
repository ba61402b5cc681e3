import type { CampaignFields } from '../../../api/campaigns.ts';
import { fallbackFor, type TemplateField } from '../../../widgets/liquid-editor/template-fields.ts';
import { withFallback } from './fallback.ts';
import type { FixActions } from './finding-fixes.tsx';
import { withoutLacking } from './leave-out.ts';

interface FixContext extends Pick<FixActions, 'goTo' | 'chooseAudience'> {
  readonly fields: CampaignFields;
  readonly knownFields: readonly TemplateField[];
  readonly change: (change: Partial<CampaignFields>) => void;
}

export const fixActionsFor = ({ fields, knownFields, change, goTo, chooseAudience }: FixContext): FixActions => ({
  fallbackFor: (variable) => {
    const known = knownFields.find(({ name }) => name === variable);
    return fallbackFor(known ?? { name: variable, type: 'string', coverage: 0 }).text;
  },
  addFallback: (variable, fallback) =>
    change({
      subject: withFallback(fields.subject, variable, fallback),
      body: withFallback(fields.body, variable, fallback),
    }),
  leaveOut: (variable) => change(withoutLacking(fields, variable)),
  goTo,
  chooseAudience,
});
