import { instead, kilobyte, limit, megabyte, refused, tooBig } from './limit.ts';

const ofText = { ...tooBig('D-534'), sees: '`too_big` when saved; plain substitution when sent' };
const plain = (rule?: string) => instead('plain substitution', rule);

/** Templates and the template language. */
export const templateLimits = {
  templateNameCharacters: limit(200, 'The name of a template.', tooBig('D-501')),
  templateDescriptionCharacters: limit(1_000, 'The description of a template.', tooBig('D-501')),
  subjectCharacters: limit(998, 'A subject; a rendered one is cut.', tooBig('D-501')),
  templateBytes: limit(512 * kilobyte, 'A text in template language.', tooBig('D-501')),
  templateTags: limit(5_000, 'Tags and outputs of a text.', ofText),
  templateLevels: limit(32, 'Nesting of tags and brackets.', ofText),
  templateTerms: limit(
    20_000,
    'Values, filters and path steps in all expressions of a text, because they take time to read.',
    ofText,
  ),
  templateVariableCharacters: limit(300, 'The name of a variable.', {
    ...ofText,
    sees: '`template_syntax`',
    rule: 'D-520',
  }),
  templateErrorsListed: limit(
    20,
    'Mistakes of one text that are listed.',
    instead('the rest is listed later', 'D-534'),
  ),
  renderSteps: limit(200_000, 'Loop rounds, filters and what they handle in one render.', plain('D-535')),
  renderedTextBytes: limit(2 * megabyte, 'The output of one text.', plain('D-535')),
  renderCpuMilliseconds: limit(500, 'Time of a thread for one mail.', plain('D-535')),
  renderMilliseconds: limit(1_000, 'Time by the clock for one mail.', plain('D-535')),
  renderCpuMillisecondsPerRequest: limit(
    10_000,
    'Time of threads for a request whose mails take more than 100 ms on average.',
    instead('plain substitution of the rest', 'D-535'),
  ),
  previewBytes: limit(
    2 * megabyte + 64 * kilobyte,
    '`html` of `POST /previews`: a rendered body with its footer.',
    tooBig('D-514'),
  ),
  previewBodyBytes: limit(5 * megabyte, 'A body of `POST /previews`.', refused('PAYLOAD_TOO_LARGE', 'D-514')),
  previewsPerProject: limit(20, 'Previews of a project at once.', instead('the oldest one ends', 'D-514')),
  previewSeconds: limit(60, 'How long a preview is kept.', instead('404', 'D-514')),
  templatePage: limit(10_000_000, '`page` of `GET /templates`.', instead('that page', 'D-127')),
  templateUsesCounted: limit(
    10_000,
    'Campaigns and steps, each, that `counts` in the usage of a template counts.',
    instead('10,000 is returned', 'D-508'),
  ),
  templateUsesListed: limit(100, 'Campaigns and steps in the usage of a template.', instead('the first are listed')),
  usesNamedInRefusal: limit(
    20,
    'Records that `TEMPLATE_IN_USE` and `DOMAIN_IN_USE` name, of each kind.',
    instead('the first are named', 'D-506'),
  ),
} as const;
