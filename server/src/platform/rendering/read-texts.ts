import { readTemplate } from '#pure/templating';
import type { MailTexts, PreparedTexts } from './mail-batch.ts';

/** Errors in the texts, the variables they use and those they need. Takes time in proportion to their length. */
export function readTexts({ subject, body }: MailTexts): PreparedTexts {
  const readings = [
    { field: 'subject' as const, ...readTemplate(subject, 'saving') },
    { field: 'body' as const, ...readTemplate(body, 'saving') },
  ];
  return {
    errors: readings.flatMap(({ field, errors }) => errors.map((error) => ({ ...error, field }))),
    variables: [...new Set(readings.flatMap(({ variables }) => variables))],
    needed: readings.flatMap(({ field, needed }) => needed.map((output) => ({ ...output, field }))),
    inlinedBody: null,
  };
}
