import { createHash } from 'node:crypto';
import { escapeHtml as escaped } from '#pure/text';
import { style } from './style.ts';

/** The content of a page, from top to bottom; all of it plain text. */
export interface RecipientPage {
  readonly language: string;
  /** The sender's name; null when it is not known. */
  readonly project: string | null;
  readonly title: string;
  readonly sentence: string;
  readonly address?: { readonly label: string; readonly text: string };
  readonly action?: PageAction;
  readonly note?: string;
  readonly secondary?: { readonly label: string; readonly action: PageAction };
  readonly link?: { readonly to: string; readonly text: string };
}

/** A button that posts, with at most one field, or a link. Without `to` it posts to the page's own address. */
export type PageAction =
  | { readonly kind: 'post'; readonly to?: string; readonly button: string; readonly field?: readonly [string, string] }
  | { readonly kind: 'link'; readonly to: string; readonly button: string };

/** The page with the headers that belong to it. */
export const pageReply = (
  page: RecipientPage,
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } => ({
  body: pageHtml(page),
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-language': page.language,
    'content-security-policy': pagePolicy,
    'x-robots-tag': 'noindex',
    vary: 'Accept, Accept-Language',
  },
});

/** A whole document without scripts and without any request to another host. */
function pageHtml(page: RecipientPage): string {
  const { language, project, title, sentence, address, action, note, secondary, link } = page;
  const parts = [
    `<h1>${escaped(title)}</h1>`,
    `<p>${escaped(sentence)}</p>`,
    address ? `<dl><dt>${escaped(address.label)}</dt><dd><bdi>${escaped(address.text)}</bdi></dd></dl>` : '',
    action ? actionHtml(action, 'primary') : '',
    note ? `<p class="note">${escaped(note)}</p>` : '',
    secondary
      ? `<div class="second"><p>${escaped(secondary.label)}</p>${actionHtml(secondary.action, 'quiet')}</div>`
      : '',
    link ? `<p class="link"><a href="${escaped(link.to)}">${escaped(link.text)}</a></p>` : '',
  ];
  const from = project === null ? '' : `<header><p class="from"><bdi>${escaped(project)}</bdi></p></header>`;
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(project === null ? title : `${title} · ${project}`)}</title>
<style>${style}</style>
</head>
<body>
<div class="sheet">${from}
<main>
${parts.filter(Boolean).join('\n')}
</main>
</div>
</body>
</html>
`;
}

function actionHtml(action: PageAction, look: 'primary' | 'quiet'): string {
  const { button } = action;
  if (action.kind === 'link')
    return `<p><a class="button ${look}" href="${escaped(action.to)}" rel="noreferrer nofollow">${escaped(button)}</a></p>`;
  const field = action.field
    ? `<input type="hidden" name="${escaped(action.field[0])}" value="${escaped(action.field[1])}">`
    : '';
  const target = action.to === undefined ? '' : ` action="${escaped(action.to)}"`;
  return `<form method="post"${target}>${field}<button class="button ${look}">${escaped(button)}</button></form>`;
}

const styleHash = createHash('sha256').update(style).digest('base64');

/** No scripts, no requests, no framing, and forms are only posted to us. */
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
