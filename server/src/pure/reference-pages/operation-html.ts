import { type Html, html, prose } from '#pure/html-pages';
import { type ApiDocument, type Media, type PlacedOperation, type Response, refName } from './api-document.ts';
import { curlOf } from './curl.ts';
import { rowOf, type SchemaRow, schemaRows, typeInWords } from './schema-rows.ts';

const accessInWords: Readonly<Record<PlacedOperation['x-auth'], string>> = {
  none: 'No credentials',
  public: 'Public key',
  secret: 'Secret key, or session with X-Project-Id',
  session: 'Session',
};

/** One operation: what it does, who may call it, what it takes, what it returns. */
export function operationHtml(document: ApiDocument, operation: PlacedOperation): Html {
  const { operationId: id, method, path, summary, description, 'x-auth': access, 'x-role': role } = operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${summary}</a></h2>
<p class="call">${methodHtml(method)} <code>${path}</code></p>
<p class="access">${accessInWords[access]}${role ? roleInWords(role) : ''}</p>
${description ? html`<p>${prose(description)}</p>` : null}
${parametersHtml(document, operation)}
${bodyHtml(document, operation)}
<h3>Request</h3>
<pre><code>${curlOf(document.servers[0]?.url ?? '', operation)}</code></pre>
<h3>Replies</h3>
${goodReplies(operation).map(([statuses, response]) => replyHtml(document, statuses, response))}
${errorsHtml(document, operation)}
</section>`;
}

export const methodHtml = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

const roleInWords = (role: string): string => (role === 'OWNER' ? ' · role OWNER' : ` · role ${role} or higher`);

const isGood = (status: string): boolean => /^[23]\d\d$/.test(status);

/** Statuses with the same reply stand together: `200 or 201`. */
function goodReplies({ responses }: PlacedOperation): [string, Response][] {
  const good = Object.entries(responses).filter(([status]) => isGood(status));
  const same = Map.groupBy(good, ([, { content }]) => JSON.stringify(content ?? null));
  return [...same.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map(([, response]): [string, Response] => [group.map(([status]) => status).join(' or '), response]),
  );
}

function parametersHtml({ components }: ApiDocument, { operationId, parameters = [] }: PlacedOperation): Html | null {
  const places = [
    ['path', 'In the path'],
    ['query', 'In the query'],
    ['header', 'Headers'],
  ] as const;
  const tables = places.flatMap(([place, title]) => {
    const rows = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required = false }) => rowOf(schema, name, required, components.schemas));
    return rows.length > 0 ? [tableHtml(title, `${operationId}-${place}`, rows)] : [];
  });
  return tables.length > 0 ? html`${tables}` : null;
}

function bodyHtml(document: ApiDocument, { operationId, requestBody }: PlacedOperation): Html | null {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!requestBody || !type || !media) return null;
  const limit = requestBody['x-body-limit-bytes'];
  const facts = [
    type === '*/*' ? 'of any type' : type,
    ...(requestBody.required ? [] : ['may be left out']),
    ...(limit ? [`at most ${limit.toLocaleString('en')} bytes`] : []),
  ];
  return fieldsHtml(document, media, `Body: ${facts.join(', ')}`, `${operationId}-body`);
}

function fieldsHtml({ components }: ApiDocument, { schema }: Media, title: string, id: string): Html {
  const { rows, isCut } = schemaRows(schema, components.schemas);
  if (rows.length === 0) {
    return html`<h3 id="${id}">${title}</h3>
<p>${typeInWords(schema, components.schemas)}</p>`;
  }
  return html`${tableHtml(title, id, rows)}${isCut ? more : null}`;
}

const more = html`<p class="more">More fields and levels are in <a href="/openapi.json">openapi.json</a>.</p>`;

const tableHtml = (title: string, id: string, rows: readonly SchemaRow[]): Html =>
  html`<h3 id="${id}">${title}</h3>
<table aria-labelledby="${id}">
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Rules</th></tr></thead>
<tbody>
${rows.map(rowHtml)}
</tbody>
</table>`;

function rowHtml({ name, type, isRequired, isDeprecated, limits, fallback, description }: SchemaRow): Html {
  const rules = [
    ...limits.map((limit) => html`<span class="rule">${limit}</span>`),
    ...(fallback === undefined
      ? []
      : [html`<span class="rule">default <code>${JSON.stringify(fallback)}</code></span>`]),
    ...(isDeprecated ? [html`<span class="rule old">deprecated</span>`] : []),
    ...(description === null ? [] : [html`<span class="says">${prose(description)}</span>`]),
  ];
  const mark = isRequired ? html` <span class="required">required</span>` : null;
  return html`<tr><th scope="row"><code>${name}</code>${mark}</th><td>${type}</td><td>${rules}</td></tr>`;
}

function replyHtml(document: ApiDocument, status: string, { content = {} }: Response): Html {
  const types = Object.entries(content);
  if (types.length === 0) return html`<p><span class="status">${status}</span> without a body</p>`;
  return html`${types.map(([type, media]) => mediaHtml(document, status, type, media))}`;
}

function mediaHtml({ components }: ApiDocument, status: string, type: string, media: Media): Html {
  const { rows, isCut } = schemaRows(media.schema, components.schemas);
  const example = typeof media.example === 'string' ? media.example : JSON.stringify(media.example, null, 2);
  const body = rows.map(
    (row) =>
      html`<tr><th scope="row"><code>${row.name}</code></th><td>${row.type}</td><td>${replyRules(row)}</td></tr>`,
  );
  const table = html`<details><summary>${rows.length} fields of the reply</summary>
<table><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Rules</th></tr></thead>
<tbody>
${body}
</tbody></table>${isCut ? more : null}</details>`;
  return html`<p><span class="status">${status}</span> <code>${type}</code></p>
${example === undefined ? null : html`<pre><code>${example}</code></pre>`}
${rows.length > 0 ? table : null}`;
}

const replyRules = ({ limits, description }: SchemaRow): Html[] => [
  ...limits.filter((limit) => limit.startsWith('one of')).map((limit) => html`<span class="rule">${limit}</span>`),
  ...(description === null ? [] : [html`<span class="says">${prose(description)}</span>`]),
];

function errorsHtml({ components }: ApiDocument, { operationId, responses }: PlacedOperation): Html {
  const own = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    isGood(status)
      ? []
      : Object.values(content['application/json']?.examples ?? {}).map(({ $ref }) => [status, $ref] as const),
  );
  const rows = own.map(([status, ref]) => {
    const { summary = '', value } = components.examples[refName(ref)] ?? { value: {} };
    const { code } = Object(value.error) as { code?: string }; // an error of ours, or a text
    return html`<tr><th scope="row">${status} <code>${code ?? JSON.stringify(value)}</code></th><td>${summary}</td></tr>`;
  });
  const usual = html`<p>The errors that <a href="/reference#errors">any operation may return</a>.</p>`;
  if (rows.length === 0) return html`<h3>Errors</h3>${usual}`;
  return html`<h3 id="${operationId}-errors">Errors</h3>
<table aria-labelledby="${operationId}-errors">
<thead><tr><th scope="col">Code</th><th scope="col">When</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>${usual}`;
}
