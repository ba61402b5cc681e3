import type { Problem } from '../../api/problem.ts';
import type { Template } from '../../api/templates.ts';
import type { TextError } from '../../widgets/liquid-editor/editor-errors.ts';

/** The two texts that are written by hand. */
export interface Texts {
  readonly subject: string;
  readonly body: string;
}

export const isSame = (one: Texts, other: Texts): boolean => one.subject === other.subject && one.body === other.body;

export const textsOf = ({ subject, body }: Template): Texts => ({ subject, body });

/** What was typed, what the server has, and what stands between the two. */
export interface Draft {
  readonly texts: Texts;
  readonly saved: Texts;
  readonly savedAt: string;
  readonly isSaving: boolean;
  /** These texts could not be saved. What the server refused is not sent again until it changes. */
  readonly refused: { readonly texts: Texts; readonly problem: Problem } | null;
  /** Someone else changed the template meanwhile: its newer state. Nothing is saved until this is answered. */
  readonly newer: Template | null;
}

export type DraftEvent =
  | { readonly kind: 'typed'; readonly texts: Partial<Texts> }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly template: Template }
  | { readonly kind: 'refused'; readonly texts: Texts; readonly problem: Problem }
  /** Before saving, the server was found to hold another text than the one this draft began with. */
  | { readonly kind: 'overtaken'; readonly template: Template }
  /** The template as it was read again. */
  | { readonly kind: 'seen'; readonly template: Template }
  | { readonly kind: 'answered'; readonly choice: 'take theirs' | 'keep mine' };

export const draftOf = (template: Template): Draft => ({
  texts: textsOf(template),
  saved: textsOf(template),
  savedAt: template.updatedAt,
  isSaving: false,
  refused: null,
  newer: null,
});

export const isUnsaved = ({ texts, saved }: Draft): boolean => !isSame(texts, saved);

/** Whether there is something to send that has not been refused as it stands. */
export const maySave = (draft: Draft): boolean =>
  isUnsaved(draft) && draft.newer === null && !draft.isSaving && !isRefused(draft);

/** Whether the server said no to the texts as they stand. No answer at all is not a refusal. */
export function isRefused({ refused, texts }: Draft): boolean {
  const status = refused?.problem.statusCode ?? 0;
  return refused !== null && isSame(refused.texts, texts) && status >= 400 && status < 500 && status !== 401;
}

export function afterEvent(draft: Draft, event: DraftEvent): Draft {
  switch (event.kind) {
    case 'typed':
      return { ...draft, texts: { ...draft.texts, ...event.texts } };
    case 'saving':
      return { ...draft, isSaving: true };
    case 'saved':
      return { ...afterRead(draft, event.template), isSaving: false, refused: null, newer: null };
    case 'refused':
      return { ...draft, isSaving: false, refused: event };
    case 'overtaken':
      return { ...draft, isSaving: false, newer: event.template };
    case 'seen':
      return afterSeen(draft, event.template);
    case 'answered':
      return afterAnswer(draft, event.choice);
  }
}

const afterRead = (draft: Draft, template: Template): Draft => ({
  ...draft,
  saved: textsOf(template),
  savedAt: template.updatedAt,
});

function afterSeen(draft: Draft, template: Template): Draft {
  // While saving, the save itself looks; and an answer that was under way before it is old.
  if (draft.isSaving || template.updatedAt <= draft.savedAt) return draft;
  const theirs = textsOf(template);
  if (isSame(theirs, draft.saved)) return { ...draft, savedAt: template.updatedAt };
  // Nothing of ours is lost by taking the newer text.
  if (!isUnsaved(draft) || isSame(theirs, draft.texts)) return draftOf(template);
  return { ...draft, newer: template };
}

function afterAnswer(draft: Draft, choice: 'take theirs' | 'keep mine'): Draft {
  if (draft.newer === null) return draft;
  if (choice === 'take theirs') return draftOf(draft.newer);
  return { ...afterRead(draft, draft.newer), newer: null };
}

/** Errors of the parser that a refusal to save names; the suggestion belongs to the first of its text. */
export function refusedErrors({ details, suggestion }: Problem): readonly (TextError & { readonly field: string })[] {
  const listed = Array.isArray(details.templateErrors) ? details.templateErrors : [];
  return listed
    .filter(isPlacedError)
    .map((error, index) => ({ ...error, suggestion: index === 0 ? suggestion : undefined }));
}

const isPlacedError = (value: unknown): value is TextError & { readonly field: string } =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'line' in value &&
  typeof value.line === 'number' &&
  'column' in value &&
  typeof value.column === 'number' &&
  'message' in value &&
  typeof value.message === 'string';
