import { type Html, html, pageHtml } from '#pure/html-pages';
import { type ApiDocument, operationsOf, type PlacedOperation } from './api-document.ts';
import { methodHtml, operationHtml } from './operation-html.ts';

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

/** Where each operation stands, by a text such as `GET /contacts/:id`. */
export function operationPlaces(document: ApiDocument): ReadonlyMap<string, string> {
  return new Map(
    operationsOf(document).map(({ method, path, tags, operationId }) => [
      `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      `/reference/${tags[0] ?? ''}#${operationId}`,
    ]),
  );
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
  ({ status, code, when }) => html`<tr><th scope="row">${status} ${codeHtml(code)}</th><td>${when}</td></tr>`,
)}
</tbody>
</table>
</section>`;
  return referencePage('API reference', groups, null, main);
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
  return referencePage(`${titleOf(group)} · API reference`, groups, group, main);
}

const contentsHtml = (operations: readonly PlacedOperation[], page: string): Html =>
  html`<ul class="contents">
${operations.map(
  ({ method, path, summary, operationId }) =>
    html`<li><a href="${page}#${operationId}">${methodHtml(method)} <code>${path}</code></a> <span>${summary}</span></li>`,
)}
</ul>`;

/** A code with its page; only what has the form of one becomes part of an address. */
const codeHtml = (code: string): Html =>
  /^[A-Z_]+$/.test(code) ? html`<a href="/docs/errors/${code}"><code>${code}</code></a>` : html`<code>${code}</code>`;

/** `address-checks` is `Address checks`, `ses-notices` is `SES notices`. */
const titleOf = ({ name }: Group): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('-', ' ').replace(/^Ses\b/, 'SES');

function referencePage(title: string, groups: readonly Group[], current: Group | null, main: Html): Html {
  const links = [
    ...groups.map((group) => ({ title: titleOf(group), href: addressOf(group) })),
    { title: 'Error codes', href: '/reference#errors' },
  ];
  const navigation = [{ title: null, links }];
  return pageHtml({ title, part: 'reference', navigation, current: current && addressOf(current), main });
}

const addressOf = ({ name }: Group): string => `/reference/${name}`;
