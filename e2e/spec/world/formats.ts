import type { Ajv2020 } from 'ajv/dist/2020.js';

/** The formats that our document uses. */
export function addFormats(ajv: Ajv2020): void {
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/);
  ajv.addFormat('uri', (text) => URL.canParse(text));
}
