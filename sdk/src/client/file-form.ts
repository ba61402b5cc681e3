/** A form with one file, for the upload routes. */
export function fileForm(field: string, file: Blob, fileName: string): FormData {
  const form = new FormData();
  form.append(field, file, fileName);
  return form;
}
