/** What `error.errors[].code` can be (D-144). */
export const fieldCodes = [
  'required',
  'invalid_type',
  'invalid_string',
  'invalid_enum_value',
  'invalid_date',
  'too_small',
  'too_big',
  'reserved_event',
  'template_syntax',
  'invalid_union',
  'custom',
  'unrecognized_keys',
] as const;
