import { type Html, html } from './html.ts';
import { style } from './style.ts';

interface NavigationGroup {
  /** Null: the links stand without a heading. */
  readonly title: string | null;
  readonly links: readonly { readonly title: string; readonly href: string }[];
}

interface PageParts {
  readonly title: string;
  /** Which of the two parts of the pages this is. */
  readonly part: 'docs' | 'reference';
  readonly navigation: readonly NavigationGroup[];
  /** The address of this page, as the navigation has it; null for a page that is not in it. */
  readonly current: string | null;
  readonly main: Html;
}

const parts = [
  { part: 'docs', title: 'Documentation', href: '/docs' },
  { part: 'reference', title: 'API reference', href: '/reference' },
] as const;

/** A whole document without scripts: what surrounds every page that the instance makes for readers. */
export function pageHtml({ title, part, navigation, current, main }: PageParts): Html {
  const partLinks = parts.map((one) =>
    one.part === part
      ? html`<a href="${one.href}" aria-current="true">${one.title}</a>`
      : html`<a href="${one.href}">${one.title}</a>`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header><a class="name" href="/docs">Postrider</a>
${partLinks}
</header>
<div class="columns">
<nav aria-label="Pages">
${navigation.map((group) => groupHtml(group, current))}
</nav>
<main id="main">
${main}
</main>
</div>
</body>
</html>
`;
}

function groupHtml({ title, links }: NavigationGroup, current: string | null): Html {
  const items = links.map((link) =>
    link.href === current
      ? html`<li><a href="${link.href}" aria-current="page">${link.title}</a></li>`
      : html`<li><a href="${link.href}">${link.title}</a></li>`,
  );
  return html`${title === null ? null : html`<p>${title}</p>`}
<ul>
${items}
</ul>`;
}
