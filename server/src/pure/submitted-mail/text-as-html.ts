/** Plain text as HTML whose own text is the same again. Why only two characters: quotation marks belong to template language. */
export const textAsHtml = (text: string): string =>
  `<pre style="font-family:inherit;white-space:pre-wrap;margin:0">${text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')}</pre>`;
