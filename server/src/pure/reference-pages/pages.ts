import { type ApiDocument, operationsOf, type PlacedOperation } from './api-document.ts';
import { type Html, html } from './html.ts';
import { methodHtml, operationHtml } from './operation-html.ts';
import { style } from './style.ts';

type Group = ApiDocument['tags'][number];

/** The pages of a document: an overview, and one for each group. Whole documents without scripts and without other requests. */
export interface ReferencePages {
  overview(): string;
  /** Null: there is no such group. */
  group(name: string): string | null;
}

export function referencePages(document: ApiDocument): ReferencePages {
  const byGroup = Map.groupBy(operationsOf(document), ({ tags }) => tags[0] ?? '');
  const groups = document.tags.filter(({ name }) => byGroup.has(name));
  return {
    overview: () => overviewHtml(document, groups, byGroup).text,
    group(name) {
      const found = groups.find((group) => group.name === name);
      return found ? groupHtml(document, groups, found, byGroup.get(name) ?? []).text : null;
    },
  };
}

function overviewHtml(
  document: ApiDocument,
  groups: readonly Group[],
  byGroup: ReadonlyMap<string, readonly PlacedOperation[]>,
): Html {
  const { title, version } = document.info;
  const main = html`<h1>API reference</h1>
<p>${title} ${version} at <code>${document.servers[0]?.url ?? ''}</code>. The same as an OpenAPI document:
<a href="/openapi.json">openapi.json</a>.</p>
${groups.map(
  (group) => html`<section id="group-${group.name}" aria-labelledby="group-${group.name}-title">
<h2 id="group-${group.name}-title"><a href="/reference/${group.name}">${titleOf(group)}</a></h2>
<p>${group.description}</p>
${contentsHtml(byGroup.get(group.name) ?? [], `/reference/${group.name}`)}
</section>`,
)}
<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Error codes</h2>
<p>Each operation names its own. Any may also return those that are not about one operation: credentials, limits, an unreadable request.</p>
<table aria-labelledby="errors-title">
<thead><tr><th scope="col">Code</th><th scope="col">When</th></tr></thead>
<tbody>
${document['x-error-codes'].map(
  ({ status, code, when }) => html`<tr><th scope="row">${status} <code>${code}</code></th><td>${when}</td></tr>`,
)}
</tbody>
</table>
</section>`;
  return pageHtml('API reference', groups, null, main);
}

function groupHtml(
  document: ApiDocument,
  groups: readonly Group[],
  group: Group,
  operations: readonly PlacedOperation[],
): Html {
  const main = html`<h1>${titleOf(group)}</h1>
<p>${group.description}</p>
${contentsHtml(operations, '')}
${operations.map((operation) => operationHtml(document, operation))}`;
  return pageHtml(`${titleOf(group)} · API reference`, groups, group, main);
}

const contentsHtml = (operations: readonly PlacedOperation[], page: string): Html =>
  html`<ul class="contents">
${operations.map(
  ({ method, path, summary, operationId }) =>
    html`<li><a href="${page}#${operationId}">${methodHtml(method)} <code>${path}</code></a> <span>${summary}</span></li>`,
)}
</ul>`;

/** `address-checks` is `Address checks`. */
const titleOf = ({ name }: Group): string => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('-', ' ');

function pageHtml(title: string, groups: readonly Group[], current: Group | null, main: Html): Html {
  const links = groups.map((group) =>
    group === current
      ? html`<li><a href="/reference/${group.name}" aria-current="page">${titleOf(group)}</a></li>`
      : html`<li><a href="/reference/${group.name}">${titleOf(group)}</a></li>`,
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
<header><a href="/reference">Postrider <span>API reference</span></a></header>
<div class="columns">
<nav aria-label="Groups"><ul>
${links}
<li><a href="/reference#errors">Error codes</a></li>
</ul></nav>
<main id="main">
${main}
</main>
</div>
</body>
</html>
`;
}
