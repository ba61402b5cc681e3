import type { MarkedToken, Tokens } from 'marked';
import { type Html, html, joined } from '#pure/html-pages';
import { type Heading, headingsOf, partsOf } from './markdown.ts';

/** Where links of a page lead. */
interface LinkTargets {
  /** The address for what a link says; null where there is no page for it: its text stays. */
  addressOf(href: string): string | null;
  /** The place in the API reference for a text such as `POST /v1/send`. */
  operationOf(text: string): string | null;
}

/** The blocks of a page as HTML. HTML inside of Markdown is shown as text; comments are left out. */
export function markdownHtml(blocks: readonly MarkedToken[], links: LinkTargets): Html {
  return html`${blocks.map(writerOf(links, headingsOf(blocks)).block)}`;
}

interface Writer {
  block(token: MarkedToken): Html;
  inline(tokens: readonly MarkedToken[]): Html;
}

function writerOf(links: LinkTargets, headings: ReadonlyMap<MarkedToken, Heading>): Writer {
  const block = (token: MarkedToken): Html => {
    switch (token.type) {
      case 'heading':
        return headingHtml(token);
      case 'paragraph':
        return html`<p>${inline(partsOf(token))}</p>`;
      case 'code':
        return html`<pre><code>${token.text}</code></pre>`;
      case 'list':
        return listHtml(token);
      case 'table':
        return tableHtml(token);
      case 'blockquote':
        return html`<blockquote>${partsOf(token).map(block)}</blockquote>`;
      case 'hr':
        return html`<hr>`;
      case 'text':
        return token.tokens ? inline(partsOf(token)) : html`${token.text}`;
      case 'space':
      case 'def':
        return html``;
      default:
        return part(token);
    }
  };

  const inline = (tokens: readonly MarkedToken[]): Html => joined(tokens.map(part));

  const part = (token: MarkedToken): Html => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return html`${token.text}`;
      case 'strong':
        return html`<strong>${inline(partsOf(token))}</strong>`;
      case 'em':
        return html`<em>${inline(partsOf(token))}</em>`;
      case 'del':
        return html`<del>${inline(partsOf(token))}</del>`;
      case 'codespan':
        return codeHtml(token.text);
      case 'br':
        return html`<br>`;
      case 'link':
        return linkHtml(token);
      case 'image':
        return imageHtml(token);
      case 'html':
        return token.text.trimStart().startsWith('<!--') ? html`` : html`${token.text}`;
      default:
        return html`${token.raw}`;
    }
  };

  /** A page has one title; parts that a text gives the same depth come below it. */
  const headingHtml = (token: Tokens.Heading): Html => {
    const text = inline(partsOf(token));
    const id = headings.get(token)?.anchor ?? '';
    const [title] = headings.keys();
    if (token === title) return html`<h1 id="${id}">${text}</h1>`;
    if (token.depth <= 2) return html`<h2 id="${id}">${text}</h2>`;
    if (token.depth === 3) return html`<h3 id="${id}">${text}</h3>`;
    return html`<h4 id="${id}">${text}</h4>`;
  };

  const listHtml = ({ ordered, start, items }: Tokens.List): Html => {
    const rows = items.map((item) => html`<li>${partsOf(item).map(block)}</li>`);
    if (!ordered) return html`<ul>${rows}</ul>`;
    return html`<ol start="${start === '' ? 1 : start}">${rows}</ol>`;
  };

  /** On a phone every cell stands on its own line, with the heading of its column before it. */
  const tableHtml = ({ header, rows }: Tokens.Table): Html => {
    const labels = header.map(({ text }) => text.replaceAll('`', ''));
    const cells = (row: readonly Tokens.TableCell[]): Html[] =>
      row.map((cell, at) => {
        const text = inline(partsOf(cell));
        return at === 0 ? html`<th scope="row">${text}</th>` : html`<td data-label="${labels[at] ?? ''}">${text}</td>`;
      });
    return html`<table>
<thead><tr>${header.map((cell) => html`<th scope="col">${inline(partsOf(cell))}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${cells(row)}</tr>`)}
</tbody>
</table>`;
  };

  const codeHtml = (text: string): Html => {
    const place = links.operationOf(text);
    return place === null ? html`<code>${text}</code>` : html`<a href="${place}"><code>${text}</code></a>`;
  };

  const linkHtml = (token: Tokens.Link): Html => {
    const address = links.addressOf(token.href);
    const text = linkless.inline(partsOf(token));
    return address === null ? text : html`<a href="${address}">${text}</a>`;
  };

  const imageHtml = ({ href, text }: Tokens.Image): Html => {
    const address = links.addressOf(href);
    return address === null ? html`${text}` : html`<img src="${address}" alt="${text}">`;
  };

  return { block, inline };
}

/** For the text of a link: code in it may itself name an operation. */
const linkless = writerOf({ addressOf: () => null, operationOf: () => null }, new Map());
