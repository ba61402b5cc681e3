import { useCallback, useEffect } from 'react';
import { type Campaign, type CampaignFields, type SavedCampaign, useSaveCampaign } from '../../../api/campaigns.ts';
import { problemOf } from '../../../api/problem.ts';
import { type DraftRules, useAutosave } from '../../../widgets/draft/use-autosave.ts';
import { afterEvent, type Draft, type DraftChoice, type DraftEvent, draftOf, isRefused, isUnsaved } from './draft.ts';
import { isWritten } from './missing.ts';

export interface CampaignDraft {
  readonly draft: Draft;
  readonly change: (change: Partial<CampaignFields>) => void;
  /** Saves now; true if nothing is left unsaved. */
  readonly save: () => Promise<boolean>;
  readonly answer: (choice: DraftChoice) => void;
}

const rules: DraftRules<Draft, DraftEvent> = {
  afterEvent,
  isUnsaved,
  maySave: (draft) =>
    isUnsaved(draft) && isWritten(draft.fields) && draft.newer === null && !draft.isSaving && !isRefused(draft),
  hasFailed: ({ refused }) => refused !== null,
  hasFailedAsItIs: ({ refused, fields }) => refused?.fields === fields,
  autosaveMs: 1_500,
};

/** The fields of a campaign while they are edited. They are saved after a pause, and never over someone else's change. */
export function useDraft(campaign: Campaign): CampaignDraft {
  const { mutateAsync } = useSaveCampaign(campaign.id);
  const send = useCallback(
    async ({ fields, saved }: Draft, apply: (event: DraftEvent) => void) => {
      apply({ kind: 'saving' });
      let result: SavedCampaign;
      try {
        result = await mutateAsync({ fields, basis: saved });
      } catch (error) {
        apply({ kind: 'refused', fields, problem: problemOf(error) });
        return;
      }
      const { campaign: held, isOvertaken } = result;
      apply(isOvertaken ? { kind: 'overtaken', campaign: held } : { kind: 'saved', campaign: held, sent: fields });
    },
    [mutateAsync],
  );
  const { draft, apply, save } = useAutosave(rules, () => draftOf(campaign), send);

  useEffect(() => apply({ kind: 'seen', campaign }), [apply, campaign]);

  const change = useCallback((part: Partial<CampaignFields>) => apply({ kind: 'changed', change: part }), [apply]);
  const answer = useCallback((choice: DraftChoice) => apply({ kind: 'answered', choice }), [apply]);
  return { draft, change, save, answer };
}
