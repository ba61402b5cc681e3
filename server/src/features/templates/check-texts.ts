import type { ProjectContext } from '#platform/context';
import { TextsInvalid } from './refusals.ts';

interface TemplateTexts {
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
}

/** Refuses texts that do not parse; returns the body with its style sheets inlined, or null where it stays as it is. */
export async function checkTexts(
  ctx: ProjectContext,
  { subject = '', body = '' }: TemplateTexts,
): Promise<string | null> {
  if (subject === '' && body === '') return null;
  const { errors, inlinedBody } = await ctx.rendering.prepareTexts({ subject, body });
  if (errors.length > 0) throw TextsInvalid(errors);
  return inlinedBody;
}
