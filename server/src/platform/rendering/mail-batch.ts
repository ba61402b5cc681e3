import type { JsonObject } from '#pure/custom-fields';
import type { FooterFacts } from '#pure/footer';
import type { NeededOutput, RenderWarning, TemplateError } from '#pure/templating';

export interface MailTexts {
  readonly subject: string;
  readonly body: string;
}

/** One text for many recipients. */
export interface MailBatch extends MailTexts {
  /** The moment of rendering, for `"now"`. */
  readonly now: Date;
  /** The project's language, where a recipient has none. */
  readonly language: string;
  readonly recipients: readonly MailRecipient[];
  /** Where set, rendering ends with the first mail whose body brings the total above this; the others are not rendered. */
  readonly maxCharacters?: number;
}

export interface MailRecipient {
  /** Everything the texts can refer to (`buildScope`). */
  readonly values: JsonObject;
  /** Set for mail that carries a footer. */
  readonly footer: FooterFacts | null;
  /** The moment of this mail, where it has its own. */
  readonly now?: Date;
}

export interface MailWarning extends RenderWarning {
  readonly field: 'subject' | 'body';
}

export interface RenderedMail {
  readonly subject: string;
  /** Null when the body is too large even by plain substitution: the mail cannot be rendered (`RENDER_FAILED`). */
  readonly body: string | null;
  readonly text: string;
  /** Names that were printed without a value and without a fallback. */
  readonly missing: readonly string[];
  readonly warnings: readonly MailWarning[];
}

/** What parsing a text for saving returns. */
export interface PreparedTexts {
  readonly errors: readonly (TemplateError & { readonly field: 'subject' | 'body' })[];
  readonly variables: readonly string[];
  /** Outputs that leave a gap where their variable has no value. */
  readonly needed: readonly (NeededOutput & { readonly field: 'subject' | 'body' })[];
  /** The body with its style sheets inlined, or null where that changes nothing or is not possible. */
  readonly inlinedBody: string | null;
}
