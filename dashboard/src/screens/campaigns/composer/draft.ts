import { type Campaign, type CampaignFields, fieldsOf, isSameFields } from '../../../api/campaigns.ts';
import type { Problem } from '../../../api/problem.ts';

/** What stands on the screen, what the server has, and what stands between the two. */
export interface Draft {
  readonly fields: CampaignFields;
  readonly saved: CampaignFields;
  /** `saved` as it was typed: the server trims names and writes addresses in small letters. */
  readonly sent: CampaignFields;
  readonly savedAt: string;
  readonly isSaving: boolean;
  /** These fields could not be saved. What the server refused is not sent again until it changes. */
  readonly refused: { readonly fields: CampaignFields; readonly problem: Problem } | null;
  /** Someone else changed the campaign meanwhile: its newer state. Nothing is saved until this is answered. */
  readonly newer: Campaign | null;
}

export type DraftEvent =
  | { readonly kind: 'changed'; readonly change: Partial<CampaignFields> }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly campaign: Campaign; readonly sent: CampaignFields }
  | { readonly kind: 'refused'; readonly fields: CampaignFields; readonly problem: Problem }
  | { readonly kind: 'overtaken'; readonly campaign: Campaign }
  /** The campaign as it was read again. */
  | { readonly kind: 'seen'; readonly campaign: Campaign }
  | { readonly kind: 'answered'; readonly choice: DraftChoice };

export type DraftChoice = 'take theirs' | 'keep mine';

export function draftOf(campaign: Campaign): Draft {
  const fields = fieldsOf(campaign);
  return {
    fields,
    saved: fields,
    sent: fields,
    savedAt: campaign.updatedAt,
    isSaving: false,
    refused: null,
    newer: null,
  };
}

export const isUnsaved = ({ fields, saved, sent }: Draft): boolean =>
  !isSameFields(fields, saved) && !isSameFields(fields, sent);

/** Whether the server said no to the fields as they stand. No answer at all is not a refusal. */
export function isRefused({ refused, fields }: Draft): boolean {
  const status = refused?.problem.statusCode ?? 0;
  return refused !== null && isSameFields(refused.fields, fields) && status >= 400 && status < 500 && status !== 401;
}

export function afterEvent(draft: Draft, event: DraftEvent): Draft {
  switch (event.kind) {
    case 'changed':
      return { ...draft, fields: { ...draft.fields, ...event.change } };
    case 'saving':
      return { ...draft, isSaving: true };
    case 'saved':
      return { ...heldBy(draft, event.campaign), sent: event.sent, isSaving: false, refused: null, newer: null };
    case 'refused':
      return { ...draft, isSaving: false, refused: event };
    case 'overtaken':
      return { ...draft, isSaving: false, newer: event.campaign };
    case 'seen':
      return afterSeen(draft, event.campaign);
    case 'answered':
      return afterAnswer(draft, event.choice);
  }
}

const heldBy = (draft: Draft, campaign: Campaign): Draft => ({
  ...draft,
  saved: fieldsOf(campaign),
  sent: fieldsOf(campaign),
  savedAt: campaign.updatedAt,
});

function afterSeen(draft: Draft, campaign: Campaign): Draft {
  // While saving, the save itself looks; and an answer that was under way before it is old.
  if (draft.isSaving || campaign.updatedAt <= draft.savedAt) return draft;
  const theirs = fieldsOf(campaign);
  if (isSameFields(theirs, draft.saved)) return { ...draft, savedAt: campaign.updatedAt };
  // Nothing of ours is lost by taking the newer campaign.
  if (!isUnsaved(draft) || isSameFields(theirs, draft.fields)) return draftOf(campaign);
  return { ...draft, newer: campaign };
}

function afterAnswer(draft: Draft, choice: DraftChoice): Draft {
  if (draft.newer === null) return draft;
  if (choice === 'take theirs') return draftOf(draft.newer);
  return { ...heldBy(draft, draft.newer), newer: null };
}
