/** A form with one file, as a browser would send it. */
export function fileForm(
  content: string | Buffer,
  { name = 'people.csv', type = 'text/csv', part = 'file' } = {},
): FormData {
  const form = new FormData();
  form.append(part, new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type }), name);
  return form;
}
